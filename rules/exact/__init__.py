"""Exact play: what every decision is worth when everybody plays perfectly from there on."""
