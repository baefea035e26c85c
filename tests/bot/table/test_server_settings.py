"""Settings of a server as they are stored, and what is read of them."""

from __future__ import annotations

from bot.table.server_settings import SETTINGS, ChannelsSetting


def test_no_more_channels_are_read_than_a_menu_shows():
    """Discord refuses a menu that begins with more, and with it the whole panel."""
    for setting in SETTINGS.values():
        if isinstance(setting, ChannelsSetting):
            ids = tuple(range(1, setting.most + 2))
            assert setting.parse(setting.format(ids)) == ids[:-1]
