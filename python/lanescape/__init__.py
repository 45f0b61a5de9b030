"""Lanescape in a notebook: one class, whose state goes in and whose answer comes out."""

from lanescape.widget import Lanescape

__all__ = ["Lanescape"]
