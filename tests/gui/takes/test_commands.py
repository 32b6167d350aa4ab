import pytest
from phonoscope.gui.takes.commands import TakeCommands


@pytest.mark.parametrize("action", ["copy_command", "continue_take"])
def test_a_take_whose_folder_is_gone_is_named(store, settings, table, action):
    commands = TakeCommands(store, table, settings, table)
    told: list[str] = []
    commands.said.connect(told.append)
    table.table.selectRow(0)
    [take] = table.selected()
    getattr(commands, action)()
    assert len(told) == 1
    assert take.id in told[0]
