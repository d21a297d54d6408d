"""The frames of the wire: what a browser may send, decoded strictly, and what it gets.

The types of the browser are made from these (`make types`), and so is what they say of a field.
"""
