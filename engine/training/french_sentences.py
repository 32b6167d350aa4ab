# ruff: noqa: E501
"""Made-up French sentences: what prose leaves out (numbers, dates, prices, names, commands, letters, single words)."""

from __future__ import annotations

import random
import re
import unicodedata
from collections.abc import Callable, Sequence

from phonoscope.engine.text.spoken.french.numbers import digit_words, number_words, ordinal_words, phone_words

MONTHS = "janvier février mars avril mai juin juillet août septembre octobre novembre décembre".split()
DAYS = "lundi mardi mercredi jeudi vendredi samedi dimanche".split()
NAMES = (
    "Alice Benoît Claire David Emma François Gabrielle Hugo Inès Julien Karine Léa Mathieu Nathalie Océane Pierre "
    "Quentin Raphaël Sophie Thérèse Ulysse Valérie Xavier Yasmine Zoé Aurélie Jean-Luc Marie-Claude Étienne Noémie "
    "Cécile Guillaume Hélène Frédéric Agnès Jérôme Élodie Théo Chloé Adèle Sébastien Maël Camille Antoine Lucie"
).split()
SURNAMES = (
    "Martin Bernard Dubois Lefèvre Moreau Lambert Girard Rousseau Mercier Chevallier Gauthier Beaulieu Fontaine "
    "Delattre Marchand Perrin Lemoine Garnier Faure Renaud Vasseur Brunet Barbier Hamelin Tessier Poirier Guérin"
).split()
PLACES = (
    "Paris,Lyon,Marseille,Toulouse,Bordeaux,Lille,Nantes,Strasbourg,Rennes,Grenoble,Dijon,Nîmes,Reims,Tours,Metz,Caen,"
    "Rouen,Amiens,Orléans,Perpignan,Brest,Mâcon,La Rochelle,Saint-Étienne,Bruxelles,Genève,Montréal,Québec,Dakar,"
    "Londres,Berlin,Madrid,Rome,Lisbonne,Vienne,New York,Tokyo,Bayonne,Avignon,Poitiers,Chambéry,Annecy"
).split(",")
# With the article; the adjectives below agree with it.
MASCULINE = (
    "modèle projet fichier dossier document message moteur clavier bouton menu réglage logiciel programme texte "
    "paragraphe curseur tambour jardin pont marché médecin billet manteau gâteau chien cheval bureau journal tableau "
    "rideau couteau verre champ chemin bois vent soleil nuage hiver été voyage train bateau vélo escalier plafond"
).split()
FEMININE = (
    "voix phrase piste fenêtre liste copie langue mémoire mesure lettre rivière gare voiture chanson histoire maison "
    "porte lampe chaise table fleur feuille forêt montagne vallée colline plage rue place ville église école cuisine "
    "chambre pluie neige saison journée semaine soirée nuit lumière couleur réponse question clé photo feuille"
).split()
SHAPES = (
    ("petit", "petite"), ("grand", "grande"), ("vieux", "vieille"), ("nouveau", "nouvelle"), ("beau", "belle"),
    ("long", "longue"), ("blanc", "blanche"), ("gris", "grise"), ("vert", "verte"), ("lent", "lente"),
    ("bruyant", "bruyante"), ("doux", "douce"), ("étrange", "étrange"), ("rapide", "rapide"), ("vide", "vide"),
    ("lourd", "lourde"), ("léger", "légère"), ("heureux", "heureuse"), ("profond", "profonde"), ("clair", "claire"),
    ("brillant", "brillante"), ("curieux", "curieuse"), ("précieux", "précieuse"), ("public", "publique"),
)  # fmt: skip
ACTS = (
    "ouvrir fermer enregistrer charger supprimer copier déplacer renommer relire écouter arrêter reprendre exporter "
    "installer vérifier corriger choisir traduire imprimer envoyer partager modifier effacer remplacer"
).split()
COUNTED = (
    "personnes minutes secondes mètres kilomètres euros grammes litres pages voix fichiers ans jours heures".split()
)
VOWELS = "aeiouhéèêâô"  # an "h" here is mute
# Articles: masculine, feminine, and both before a vowel.
THE, A = ("le ", "la ", "l'", "l'"), ("un ", "une ", "un ", "une ")
THIS, OF_THE = ("ce ", "cette ", "cet ", "cette "), ("du ", "de la ", "de l'", "de l'")
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
OPENERS = (
    "Bonjour,Bonsoir,Merci,Pardon,Excusez-moi,D'accord,Bien sûr,Peut-être,Tant mieux,À bientôt,Eh bien,Enfin".split(",")
)


def template_sentence(rng: random.Random) -> str:
    """Make one everyday sentence.

    Parameters
    ----------
    rng : random.Random
        Source of randomness.

    Returns
    -------
    str
        The sentence, numbers spelled out, without blanks before marks.
    """
    c = rng.choice

    def n(low: int, high: int) -> str:
        return number_words(rng.randint(low, high))

    def thing(article: tuple[str, str, str, str] = THE) -> str:
        feminine = rng.random() < 0.5
        noun = c(FEMININE if feminine else MASCULINE)
        return article[feminine + 2 * (noun[0] in VOWELS)] + noun

    def of(name: str) -> str:
        return f"d'{name}" if unicodedata.normalize("NFD", name)[0].lower() in VOWELS else f"de {name}"

    def described() -> str:
        feminine = rng.random() < 0.5
        noun = c(FEMININE if feminine else MASCULINE)
        return f"{('un', 'une')[feminine]} {noun} {c(SHAPES)[feminine]}"

    def capital(text: str) -> str:
        return text[0].upper() + text[1:]

    def date() -> str:
        day = rng.randint(1, 31)
        return f"{'premier' if day == 1 else number_words(day)} {c(MONTHS)}"

    def year() -> str:
        return number_words(rng.randint(1701, 2099))

    def person() -> str:
        title = c(["Monsieur", "Madame", "Mademoiselle", "Docteur", "Maître"])
        return c([c(NAMES), f"{c(NAMES)} {c(SURNAMES)}", f"{title} {c(SURNAMES)}"])

    def phone() -> str:
        return phone_words([f"0{rng.randint(1, 9)}", *(f"{rng.randint(0, 99):02d}" for _ in range(4))])

    made: Sequence[Callable[[], str]] = (
        lambda: f"La réunion commence à {n(7, 20)} heures{c(['', ' et quart', ' et demie', ' moins le quart', ' trente', ' quarante-cinq'])}.",
        lambda: f"Nous sommes le {c(DAYS)} {date()} {year()}.",
        lambda: f"En {year()}, {person()} a quitté {c(PLACES)} pour {c(PLACES)}.",
        lambda: f"Cela coûte {n(1, 999)} euros et {n(1, 99)} centimes.",
        lambda: f"Le prix est de {n(2, 200)} virgule {n(1, 99)} {c(['euros', 'dollars', 'francs'])}.",
        lambda: f"Environ {n(1, 99)} pour cent des {c(COUNTED)} ont été {c(['comptées', 'perdus', 'retrouvés'])}.",
        lambda: f"Il y a {n(2, 9999)} {c(COUNTED)}.",
        lambda: f"{capital(n(2, 999999))} {c(COUNTED)}.",
        lambda: f"Numéro {n(0, 100)}, numéro {n(0, 100)}, numéro {n(0, 1000)}.",
        lambda: f"Mon numéro de téléphone est le {phone()}.",
        lambda: f"Le code est {digit_words(''.join(c('0123456789') for _ in range(rng.randint(3, 7))))}.",
        lambda: f"C'est le {ordinal_words(rng.randint(2, 99))} {c(MASCULINE)} de l'année.",
        lambda: f"C'est la {ordinal_words(rng.randint(1, 60), feminine=True)} {c(FEMININE)} du {ordinal_words(rng.randint(1, 21))} siècle.",
        lambda: f"Voulez-vous {c(ACTS)} {thing()} ?",
        lambda: f"Impossible {of(c(ACTS))} {c([thing(THIS), thing()])}.",
        lambda: f"Il faut {c(ACTS)} {thing()}, puis {c(ACTS)} {thing()}.",
        lambda: f"{capital(described())} et {described()}.",
        lambda: f"Avez-vous vu {thing()} {of(person())} ?",
        lambda: f"{person()} et {person()} sont à {c(PLACES)} depuis {c(DAYS)}.",
        lambda: f"{person()} habite à {c(PLACES)}, près {thing(OF_THE)}.",
        lambda: f"Je m'appelle {c(NAMES)} {c(SURNAMES)}.",
        lambda: f"Quel {c(['beau', 'grand', 'joli', 'drôle de'])} {c([m for m in MASCULINE if m[0] not in 'aeiouéh'])} !",
        lambda: f"Quelle {c(['belle', 'grande', 'jolie', 'drôle de'])} {c(FEMININE)} !",
        lambda: f"{c(OPENERS)}, {c(NAMES)}.",
        lambda: f"{c(OPENERS)}{c(['.', '!'])}",
        lambda: f"Où est-ce que {c(NAMES)} a mis {thing()} ?",
        lambda: f"Qu'est-ce que {c(['vous voulez', 'tu cherches', 'nous attendons', 'vous en pensez', 'cela veut dire'])} ?",
        lambda: f"Je ne crois pas que ce soit {described()}.",
        lambda: f"Il fait {c(['', 'moins '])}{n(1, 40)} degrés à {c(PLACES)}.",
        lambda: f"Chapitre {n(1, 60)}. {capital(described())}.",
        lambda: f"La version {n(0, 20)} point {n(0, 20)} est disponible.",
        lambda: f"Les lettres sont {', '.join(rng.sample(LETTERS, rng.randint(2, 6)))}.",
        lambda: f"{' '.join(rng.sample(LETTERS, rng.randint(1, 5)))}.",
        lambda: f"Tournez à {c(['gauche', 'droite'])} après {thing()}, puis continuez sur {n(2, 900)} mètres.",
        lambda: f"Étape {n(1, 12)} : {c(ACTS)} {thing()}.",
        lambda: f"Attention : {thing()} est {c(['trop ', 'très ', 'bien ', ''])}{c(['loin', 'vite', 'mal', 'cher', 'pâle', 'rouge', 'jaune'])}.",
        lambda: f"Envoyez-le à {c(NAMES).lower()} arobase {c(MASCULINE)} point {c(['com', 'f r', 'org'])}.",
        lambda: f"Le train de {n(5, 23)} heures {n(2, 59)} pour {c(PLACES)} partira de la voie {c([*LETTERS[:8], number_words(rng.randint(1, 24))])}.",
        lambda: f"{capital(thing(A))} sur {n(2, 10)}, {n(1, 9)} fois sur dix.",
        lambda: f"{capital(n(0, 100))}.",
        lambda: f"{capital(date())}.",
        lambda: f"{capital(c([*DAYS, *MONTHS]))}{c(['.', '!', '?'])}",
        lambda: f"{c(NAMES)}{c(['.', '!', '?'])}",
        lambda: f"{c(PLACES)}{c(['.', '!', '?'])}",
        lambda: f"{capital(described())}{c(['.', '!', '?'])}",
    )  # fmt: skip
    return re.sub(r"\s+([?!:;.])", r"\1", c(made)())
