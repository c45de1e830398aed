"""The tiny game in words."""

from tempolude.engine import table
from tempolude.engine.table import line


class Table(table.Table):
    def notation(self, s, seat, action):
        return ["pick 0", "pick 1", "pick 2", "draw", "pass"][action]

    def read(self, s, seat, text):
        for action in range(5):
            if text.strip().lower() == self.notation(s, seat, action):
                return action
        raise self.unreadable(text, "'pick 2', 'draw' or 'pass'")

    def handles(self, s, seat, action):
        return (self.notation(s, seat, action),)

    def ask(self, s, seat, lang, people):
        return line("Pick."), line("")

    def tell(self, event, lang, people):
        return people.tell(event.numbers[0], (f"You: {event.name}.", f"{{who}}: {event.name}."))
