"""The fronts: each knows the layers below and never another front. Importing this package loads none of them."""
