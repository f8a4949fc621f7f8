"""Guests from UECda: their protocol, and a gateway full of them."""
