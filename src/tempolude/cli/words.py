"""The texts of the terminal table, in English and French."""

WORDS = {
    "en": {
        "you": "You", "player": "Player {n}", "bot": "Bot {n}", "log": "since your last turn", "choices": "you may",
        "keys": "number or text · [b]u[/] undo · [b]l[/] log · [b]?[/] rules · [b]q[/] save and quit",
        "none": "“{text}” is not a legal action now.", "several": "Ambiguous: {notations}.",
        "no undo": "That cannot be undone: somebody has acted since, or it revealed something.",
        "pass": "Hand over to {name}, then press Enter.", "saved": "Saved. Resume with: tempolude play {path}",
        "rule": "Which rule? (for example {number}, or Enter to go back) ", "no rule": "There is no rule {number}.",
        "kept": "The game is saved in {path}", "again": "Press Enter to go back to the table.",
    },
    "fr": {
        "you": "Vous", "player": "Joueur {n}", "bot": "Robot {n}", "log": "depuis votre dernier coup", "choices": "vous pouvez",
        "keys": "numéro ou texte · [b]u[/] annuler · [b]l[/] journal · [b]?[/] règles · [b]q[/] enregistrer et quitter",
        "none": "« {text} » n’est pas un coup possible maintenant.", "several": "Plusieurs coups conviennent : {notations}.",
        "no undo": "Impossible d’annuler : quelqu’un a joué depuis, ou quelque chose a été révélé.",
        "pass": "Passez l’écran à {name}, puis appuyez sur Entrée.", "saved": "Enregistré. Pour reprendre : tempolude play {path}",
        "rule": "Quelle règle ? (par exemple {number}, ou Entrée pour revenir) ", "no rule": "Il n’y a pas de règle {number}.",
        "kept": "La partie est enregistrée dans {path}", "again": "Appuyez sur Entrée pour revenir à la table.",
    },
}  # fmt: skip
