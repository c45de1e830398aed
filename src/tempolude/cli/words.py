"""What the terminal table says around the games, in English and French."""

WORDS = {
    "en": {
        "you": "You", "player": "Player {n}", "bot": "Bot {n}", "log": "since your last turn", "choices": "you may",
        "keys": "number or words · [b]u[/] undo · [b]l[/] log · [b]?[/] rules · [b]q[/] save and quit",
        "none": "Nothing you may do now reads {text!r}.", "several": "Several things fit: {notations}.",
        "no undo": "That cannot be taken back: somebody acted on it, or it showed something new.",
        "pass": "Hand over to {name}, then press Enter.", "saved": "Saved. Go on with: tempolude play {path}",
        "rule": "Which rule? (for example {number}, or Enter to go back) ", "no rule": "There is no rule {number}.",
        "kept": "The record is in {path}", "again": "Press Enter to go back to the table.",
    },
    "fr": {
        "you": "Vous", "player": "Joueur {n}", "bot": "Robot {n}", "log": "depuis votre dernier coup", "choices": "vous pouvez",
        "keys": "numéro ou mots · [b]u[/] annuler · [b]l[/] journal · [b]?[/] règles · [b]q[/] enregistrer et quitter",
        "none": "Rien de possible maintenant ne se lit {text!r}.", "several": "Plusieurs coups conviennent : {notations}.",
        "no undo": "Cela ne peut plus être repris : quelqu’un a joué depuis, ou quelque chose a été montré.",
        "pass": "Passez l’écran à {name}, puis appuyez sur Entrée.", "saved": "Enregistré. Pour continuer : tempolude play {path}",
        "rule": "Quelle règle ? (par exemple {number}, ou Entrée pour revenir) ", "no rule": "Il n’y a pas de règle {number}.",
        "kept": "La partie est dans {path}", "again": "Appuyez sur Entrée pour revenir à la table.",
    },
}  # fmt: skip
