<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="fr_FR">
<context>
    <name>Actions</name>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Fichier</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Édition</translation>
    </message>
    <message>
        <source>E&amp;ngine</source>
        <translation>&amp;Moteur</translation>
    </message>
    <message>
        <source>&amp;Take</source>
        <translation>&amp;Prise</translation>
    </message>
    <message>
        <source>&amp;Voices</source>
        <translation>&amp;Voix</translation>
    </message>
    <message>
        <source>&amp;Compare</source>
        <translation>&amp;Comparer</translation>
    </message>
    <message>
        <source>Vie&amp;w</source>
        <translation>&amp;Affichage</translation>
    </message>
    <message>
        <source>&amp;Go</source>
        <translation>A&amp;ller</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>A&amp;ide</translation>
    </message>
    <message>
        <source>Choose a model file…</source>
        <translation>Choisir un fichier de modèle…</translation>
    </message>
    <message>
        <source>Add a voice file…</source>
        <translation>Ajouter un fichier de voix…</translation>
    </message>
    <message>
        <source>Mark exports as synthetic</source>
        <translation>Marquer les exports comme synthétiques</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Quitter</translation>
    </message>
    <message>
        <source>Redo the last change to takes</source>
        <translation>Rétablir la dernière modification des prises</translation>
    </message>
    <message>
        <source>Load model</source>
        <translation>Charger le modèle</translation>
    </message>
    <message>
        <source>Eject model</source>
        <translation>Décharger le modèle</translation>
    </message>
    <message>
        <source>Speak</source>
        <translation>Parler</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Arrêter</translation>
    </message>
    <message>
        <source>Play or pause</source>
        <translation>Lire ou mettre en pause</translation>
    </message>
    <message>
        <source>Play from the start</source>
        <translation>Lire depuis le début</translation>
    </message>
    <message>
        <source>Repeat the visible part</source>
        <translation>Répéter la partie visible</translation>
    </message>
    <message>
        <source>Play faster</source>
        <translation>Lire plus vite</translation>
    </message>
    <message>
        <source>Play slower</source>
        <translation>Lire plus lentement</translation>
    </message>
    <message>
        <source>Make again, same seed</source>
        <translation>Refaire avec la même graine</translation>
    </message>
    <message>
        <source>Make again, new seed</source>
        <translation>Refaire avec une autre graine</translation>
    </message>
    <message>
        <source>Lock or unlock the seed</source>
        <translation>Verrouiller ou libérer la graine</translation>
    </message>
    <message>
        <source>Copy the equal command line</source>
        <translation>Copier la ligne de commande équivalente</translation>
    </message>
    <message>
        <source>Move to the bin</source>
        <translation>Mettre à la corbeille</translation>
    </message>
    <message>
        <source>Undo the last change to the library</source>
        <translation>Annuler la dernière modification de la bibliothèque</translation>
    </message>
    <message>
        <source>Redo the last change to the library</source>
        <translation>Rétablir la dernière modification de la bibliothèque</translation>
    </message>
    <message>
        <source>Export takes…</source>
        <translation>Exporter des prises…</translation>
    </message>
    <message>
        <source>Undo the last change to takes</source>
        <translation>Annuler la dernière modification des prises</translation>
    </message>
    <message>
        <source>Empty the bin…</source>
        <translation>Vider la corbeille…</translation>
    </message>
    <message>
        <source>Speak each line as a take</source>
        <translation>Dire chaque ligne comme une prise</translation>
    </message>
    <message>
        <source>Repeat from the playhead on</source>
        <translation>Répéter à partir de la tête de lecture</translation>
    </message>
    <message>
        <source>Repeat up to the playhead</source>
        <translation>Répéter jusqu’à la tête de lecture</translation>
    </message>
    <message>
        <source>Go on from this take</source>
        <translation>Continuer cette prise</translation>
    </message>
    <message>
        <source>Restore from the bin</source>
        <translation>Restaurer de la corbeille</translation>
    </message>
    <message>
        <source>Sweep</source>
        <translation>Série</translation>
    </message>
    <message>
        <source>Pause or go on with the sweep</source>
        <translation>Suspendre ou reprendre la série</translation>
    </message>
    <message>
        <source>Next alarm</source>
        <translation>Alarme suivante</translation>
    </message>
    <message>
        <source>Previous alarm</source>
        <translation>Alarme précédente</translation>
    </message>
    <message>
        <source>Write bundle…</source>
        <translation>Écrire un paquet…</translation>
    </message>
    <message>
        <source>Compare with recorded activations</source>
        <translation>Comparer aux activations enregistrées</translation>
    </message>
    <message>
        <source>Import voices and recordings…</source>
        <translation>Importer des voix et des enregistrements…</translation>
    </message>
    <message>
        <source>Hear the selected voice</source>
        <translation>Écouter la voix choisie</translation>
    </message>
    <message>
        <source>Describe the selected voices…</source>
        <translation>Décrire les voix sélectionnées…</translation>
    </message>
    <message>
        <source>Duplicate the selected voices</source>
        <translation>Dupliquer les voix choisies</translation>
    </message>
    <message>
        <source>Make the selected voice again by its recipe</source>
        <translation>Refaire la voix sélectionnée d’après sa recette</translation>
    </message>
    <message>
        <source>Export the selected voice…</source>
        <translation>Exporter la voix sélectionnée…</translation>
    </message>
    <message>
        <source>Add and subtract voices…</source>
        <translation>Additionner et soustraire des voix…</translation>
    </message>
    <message>
        <source>Random voice…</source>
        <translation>Voix au hasard…</translation>
    </message>
    <message>
        <source>Move the selected voice along a direction…</source>
        <translation>Déplacer la voix choisie selon une direction…</translation>
    </message>
    <message>
        <source>Empty the bin of the library…</source>
        <translation>Vider la corbeille de la bibliothèque…</translation>
    </message>
    <message>
        <source>Compare the selected takes</source>
        <translation>Comparer les prises sélectionnées</translation>
    </message>
    <message>
        <source>Take as reference of the heat maps</source>
        <translation>Prendre comme référence des cartes</translation>
    </message>
    <message>
        <source>Hear A</source>
        <translation>Écouter A</translation>
    </message>
    <message>
        <source>Hear B</source>
        <translation>Écouter B</translation>
    </message>
    <message>
        <source>Swap A and B</source>
        <translation>Échanger A et B</translation>
    </message>
    <message>
        <source>Blind test…</source>
        <translation>Test en aveugle…</translation>
    </message>
    <message>
        <source>Layout: Audition</source>
        <translation>Disposition : Écoute</translation>
    </message>
    <message>
        <source>Layout: Debug</source>
        <translation>Disposition : Débogage</translation>
    </message>
    <message>
        <source>Reset layout</source>
        <translation>Rétablir la disposition</translation>
    </message>
    <message>
        <source>Keep this layout…</source>
        <translation>Garder cette disposition…</translation>
    </message>
    <message>
        <source>Delete a layout…</source>
        <translation>Supprimer une disposition…</translation>
    </message>
    <message>
        <source>Zoom to the whole take</source>
        <translation>Voir toute la prise</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>Agrandir</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>Réduire</translation>
    </message>
    <message>
        <source>Move this pane up</source>
        <translation>Monter ce volet</translation>
    </message>
    <message>
        <source>Move this pane down</source>
        <translation>Descendre ce volet</translation>
    </message>
    <message>
        <source>Make this part taller</source>
        <translation>Rendre cette partie plus haute</translation>
    </message>
    <message>
        <source>Make this part lower</source>
        <translation>Rendre cette partie plus basse</translation>
    </message>
    <message>
        <source>Make this part wider</source>
        <translation>Rendre cette partie plus large</translation>
    </message>
    <message>
        <source>Make this part narrower</source>
        <translation>Rendre cette partie plus étroite</translation>
    </message>
    <message>
        <source>Colours: as the system</source>
        <translation>Couleurs : comme le système</translation>
    </message>
    <message>
        <source>Colours: light</source>
        <translation>Couleurs : clair</translation>
    </message>
    <message>
        <source>Colours: dark</source>
        <translation>Couleurs : sombre</translation>
    </message>
    <message>
        <source>Language: as the system</source>
        <translation>Langue : comme le système</translation>
    </message>
    <message>
        <source>Language: English</source>
        <translation>Langue : anglais</translation>
    </message>
    <message>
        <source>Language: French</source>
        <translation>Langue : français</translation>
    </message>
    <message>
        <source>Go to the text</source>
        <translation>Aller au texte</translation>
    </message>
    <message>
        <source>Go to the take</source>
        <translation>Aller à la prise</translation>
    </message>
    <message>
        <source>Go to the comparison</source>
        <translation>Aller à la comparaison</translation>
    </message>
    <message>
        <source>Go to the sweep</source>
        <translation>Aller à la série</translation>
    </message>
    <message>
        <source>Go to the voices</source>
        <translation>Aller aux voix</translation>
    </message>
    <message>
        <source>Go to parity</source>
        <translation>Aller à la parité</translation>
    </message>
    <message>
        <source>Go to the list of takes</source>
        <translation>Aller à la liste des prises</translation>
    </message>
    <message>
        <source>Go to the alarms</source>
        <translation>Aller aux alarmes</translation>
    </message>
    <message>
        <source>One frame back</source>
        <translation>Reculer d’une trame</translation>
    </message>
    <message>
        <source>One frame on</source>
        <translation>Avancer d’une trame</translation>
    </message>
    <message>
        <source>One second back</source>
        <translation>Reculer d’une seconde</translation>
    </message>
    <message>
        <source>One second on</source>
        <translation>Avancer d’une seconde</translation>
    </message>
    <message>
        <source>Find a command…</source>
        <translation>Chercher une commande…</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Raccourcis clavier</translation>
    </message>
    <message>
        <source>Save diagnostics…</source>
        <translation>Enregistrer un diagnostic…</translation>
    </message>
</context>
<context>
    <name>AlarmText</name>
    <message>
        <source>{stage} layer {layer}, step {step}, {operation}</source>
        <translation>{stage}, couche {layer}, pas {step}, {operation}</translation>
    </message>
    <message>
        <source>Not finite: {value:.0f} values</source>
        <translation>Non fini : {value:.0f} valeurs</translation>
    </message>
    <message>
        <source>Too large for F16: {value:.5g}</source>
        <translation>Trop grand pour F16 : {value:.5g}</translation>
    </message>
    <message>
        <source>Little headroom in F16: {value:.5g}</source>
        <translation>Peu de marge en F16 : {value:.5g}</translation>
    </message>
    <message>
        <source>Grows {value:.1f} times in one layer</source>
        <translation>Croît {value:.1f} fois en une couche</translation>
    </message>
    <message>
        <source>Massive activation: {value:.0f}</source>
        <translation>Activation massive : {value:.0f}</translation>
    </message>
    <message>
        <source>Did not end by itself</source>
        <translation>Ne s’est pas terminé de soi-même</translation>
    </message>
    <message>
        <source>Silence for {value:.1f} s</source>
        <translation>Silence de {value:.1f} s</translation>
    </message>
    <message>
        <source>Repeats one code for {value:.1f} s</source>
        <translation>Répète un code pendant {value:.1f} s</translation>
    </message>
    <message>
        <source>Clipped for {value:.2f} s</source>
        <translation>Écrêté pendant {value:.2f} s</translation>
    </message>
</context>
<context>
    <name>AlarmsView</name>
    <message>
        <source>Alarms</source>
        <translation>Alarmes</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Quoi</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Où</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Dès</translation>
    </message>
    <message>
        <source>Write bundle…</source>
        <translation>Écrire un paquet…</translation>
    </message>
    <message>
        <source>One file that reproduces this take: recipe, hashes of the model, states of the layers, log</source>
        <translation>Un fichier qui reproduit cette prise : recette, empreintes du modèle, états des couches, journal</translation>
    </message>
    <message>
        <source>Write bundle</source>
        <translation>Écrire un paquet</translation>
    </message>
    <message>
        <source>Bundles (*.zip)</source>
        <translation>Paquets (*.zip)</translation>
    </message>
    <message>
        <source>What looks wrong with a take is listed here</source>
        <translation>Ce qui semble anormal dans une prise apparaît ici</translation>
    </message>
    <message>
        <source>Click an alarm to see where it is</source>
        <translation>Cliquez sur une alarme pour voir où elle est</translation>
    </message>
    <message>
        <source>The take is looked through while it is made</source>
        <translation>La prise est examinée pendant qu’elle se fait</translation>
    </message>
    <message>
        <source>Looking through the take…</source>
        <translation>Examen de la prise…</translation>
    </message>
    <message>
        <source>✔ Nothing looks wrong with this take</source>
        <translation>✔ Rien d’anormal dans cette prise</translation>
    </message>
    <message>
        <source>the sound</source>
        <translation>le son</translation>
    </message>
    <message>
        <source>{group} layer {layer}</source>
        <translation>{group}, couche {layer}</translation>
    </message>
    <message>
        <source>{time:.2f} s, frame {frame}</source>
        <translation>{time:.2f} s, trame {frame}</translation>
    </message>
    <message>
        <source>the prompt or an attempt given up, position {row}</source>
        <translation>l’amorce ou un essai abandonné, position {row}</translation>
    </message>
    <message>
        <source>the prompt, position {row}</source>
        <translation>l’amorce, position {row}</translation>
    </message>
</context>
<context>
    <name>BlendPanel</name>
    <message>
        <source>Select two to {n} voices in the list.</source>
        <translation>Sélectionnez de 2 à {n} voix dans la liste.</translation>
    </message>
    <message>
        <source>Name of the new voice</source>
        <translation>Nom de la nouvelle voix</translation>
    </message>
    <message>
        <source>Along the sphere</source>
        <translation>Le long de la sphère</translation>
    </message>
    <message>
        <source>Spherical interpolation; otherwise along the straight line. Both keep the norm.</source>
        <translation>Interpolation sphérique ; sinon en ligne droite. Les deux gardent la norme.</translation>
    </message>
    <message>
        <source>Hear</source>
        <translation>Écouter</translation>
    </message>
    <message>
        <source>Keep in the library</source>
        <translation>Garder la voix</translation>
    </message>
    <message>
        <source>Balance by ear</source>
        <translation>Équilibrer à l’oreille</translation>
    </message>
    <message>
        <source>Speaks both voices and blends between them, without playing them, and moves the sliders to where the speech is as much like each as asked for. Esc stops it.</source>
        <translation>Fait parler les deux voix et des mélanges entre elles, sans les jouer, et place les curseurs là où la parole ressemble à chacune autant que demandé. Échap arrête.</translation>
    </message>
    <message>
        <source>Share of {name}</source>
        <translation>Part de {name}</translation>
    </message>
    <message>
        <source>It does not lie between them: the model leaps from the one to the other.</source>
        <translation>Elle ne se situe pas entre elles : le modèle saute de l’une à l’autre.</translation>
    </message>
    <message>
        <source>It lies between them.</source>
        <translation>Elle se situe entre elles.</translation>
    </message>
    <message>
        <source>It lies between them, nearer to {name}.</source>
        <translation>Elle se situe entre elles, plus près de {name}.</translation>
    </message>
    <message>
        <source>At {one:.1f} % and {other:.1f} % the speech is {to_first:.2f} like {first} and {to_second:.2f} like {second}; these two are {apart:.2f} like each other.</source>
        <translation>À {one:.1f} % et {other:.1f} %, la parole ressemble à {first} ({to_first:.2f}) et à {second} ({to_second:.2f}), qui se ressemblent entre elles ({apart:.2f}).</translation>
    </message>
    <message>
        <source>Listening to both voices and to blends between them…</source>
        <translation>Écoute des deux voix et de mélanges entre elles…</translation>
    </message>
</context>
<context>
    <name>BlindTestDialog</name>
    <message>
        <source>Blind test</source>
        <translation>Test en aveugle</translation>
    </message>
    <message>
        <source>Hear A</source>
        <translation>Écouter A</translation>
    </message>
    <message>
        <source>Hear the first</source>
        <translation>Écouter le premier</translation>
    </message>
    <message>
        <source>Hear B</source>
        <translation>Écouter B</translation>
    </message>
    <message>
        <source>Hear the second</source>
        <translation>Écouter le second</translation>
    </message>
    <message>
        <source>X is A</source>
        <translation>X est A</translation>
    </message>
    <message>
        <source>The first is better</source>
        <translation>Le premier est meilleur</translation>
    </message>
    <message>
        <source>X is B</source>
        <translation>X est B</translation>
    </message>
    <message>
        <source>The second is better</source>
        <translation>Le second est meilleur</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Question</translation>
    </message>
    <message>
        <source>ABX: can the two be told apart?</source>
        <translation>ABX : peut-on les distinguer ?</translation>
    </message>
    <message>
        <source>A or B: which one is better?</source>
        <translation>A ou B : lequel est meilleur ?</translation>
    </message>
    <message>
        <source>Trials</source>
        <translation>Essais</translation>
    </message>
    <message>
        <source>Both takes are made equally loud. The number of trials is fixed now and the result is shown after the last answer only: stopping when it looks good would make it worthless.</source>
        <translation>Les deux prises sont mises au même niveau. Le nombre d’essais est fixé maintenant et le résultat n’est montré qu’après la dernière réponse : s’arrêter quand il plaît lui ôterait toute valeur.</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Commencer</translation>
    </message>
    <message>
        <source>Hear X</source>
        <translation>Écouter X</translation>
    </message>
    <message>
        <source>Break off</source>
        <translation>Interrompre</translation>
    </message>
    <message>
        <source>Keys A, X, B or 1, 2 switch at the same position, Shift+A and Shift+B answer</source>
        <translation>Les touches A, X, B ou 1, 2 changent sans perdre la position, Maj+A et Maj+B répondent</translation>
    </message>
    <message>
        <source>Copy the sentence</source>
        <translation>Copier la phrase</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Fermer</translation>
    </message>
    <message>
        <source>At least {needed} of {n} right answers will mean that the difference is heard.</source>
        <translation>Il faudra au moins {needed} bonnes réponses sur {n} pour conclure que la différence s’entend.</translation>
    </message>
    <message>
        <source>Which take comes first changes from trial to trial.</source>
        <translation>L’ordre des prises change d’un essai à l’autre.</translation>
    </message>
    <message>
        <source>Trial {i} of {n}</source>
        <translation>Essai {i} sur {n}</translation>
    </message>
    <message>
        <source>The answers are kept in {path}</source>
        <translation>Les réponses sont gardées dans {path}</translation>
    </message>
    <message>
        <source>Nothing was answered.</source>
        <translation>Aucune réponse.</translation>
    </message>
    <message>
        <source>A and B can be told apart</source>
        <translation>On distingue A de B</translation>
    </message>
    <message>
        <source>A and B could not be told apart</source>
        <translation>On n’a pas pu distinguer A de B</translation>
    </message>
    <message>
        <source>{k} of {n} right</source>
        <translation>{k} justes sur {n}</translation>
    </message>
    <message>
        <source>{side} is preferred</source>
        <translation>{side} est préféré</translation>
    </message>
    <message>
        <source>No preference was found</source>
        <translation>Aucune préférence trouvée</translation>
    </message>
    <message>
        <source>A in {k} of {n} trials</source>
        <translation>A dans {k} essais sur {n}</translation>
    </message>
    <message>
        <source>Broken off, which decides nothing</source>
        <translation>Interrompu, ce qui ne prouve rien</translation>
    </message>
    <message>
        <source>{verdict}: {hits}, p = {p:.2g}, 95 % interval {low:.0f} % to {high:.0f} %.</source>
        <translation>{verdict} : {hits}, p = {p:.2g}, intervalle à 95 % de {low:.0f} % à {high:.0f} %.</translation>
    </message>
</context>
<context>
    <name>CardText</name>
    <message>
        <source>none</source>
        <translation>aucune</translation>
    </message>
    <message>
        <source>speaker of the model</source>
        <translation>locuteur du modèle</translation>
    </message>
    <message>
        <source>x-vector</source>
        <translation>x-vecteur</translation>
    </message>
    <message>
        <source>codes</source>
        <translation>codes</translation>
    </message>
    <message>
        <source>latents</source>
        <translation>latents</translation>
    </message>
    <message>
        <source>consent unknown</source>
        <translation>consentement inconnu</translation>
    </message>
    <message>
        <source>one&apos;s own voice</source>
        <translation>sa propre voix</translation>
    </message>
    <message>
        <source>with the speaker&apos;s consent</source>
        <translation>avec l’accord du locuteur</translation>
    </message>
    <message>
        <source>released for any use</source>
        <translation>libre de tout usage</translation>
    </message>
    <message>
        <source>made by a program</source>
        <translation>faite par un programme</translation>
    </message>
    <message>
        <source>import</source>
        <translation>importation</translation>
    </message>
    <message>
        <source>extraction</source>
        <translation>extraction</translation>
    </message>
    <message>
        <source>blend</source>
        <translation>mélange</translation>
    </message>
    <message>
        <source>arithmetic</source>
        <translation>calcul</translation>
    </message>
    <message>
        <source>chance</source>
        <translation>hasard</translation>
    </message>
    <message>
        <source>shift</source>
        <translation>décalage</translation>
    </message>
</context>
<context>
    <name>ClipsDialog</name>
    <message>
        <source>One voice of several recordings</source>
        <translation>Une voix de plusieurs enregistrements</translation>
    </message>
    <message>
        <source>The voice is the mean of the recordings by their shares; a share of 0 leaves one out. The agreement of a recording is the cosine that half of the others reach with it.</source>
        <translation>La voix est la moyenne des enregistrements selon leurs parts ; une part de 0 en exclut un. L’accord d’un enregistrement est le cosinus que la moitié des autres atteint avec lui.</translation>
    </message>
    <message>
        <source>Name of the new voice</source>
        <translation>Nom de la nouvelle voix</translation>
    </message>
    <message>
        <source>Make the voice</source>
        <translation>Faire la voix</translation>
    </message>
    <message>
        <source>Recordings</source>
        <translation>Enregistrements</translation>
    </message>
    <message>
        <source>Recording</source>
        <translation>Enregistrement</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Durée</translation>
    </message>
    <message>
        <source>Agreement</source>
        <translation>Accord</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Part</translation>
    </message>
    <message>
        <source>Advice</source>
        <translation>Conseil</translation>
    </message>
    <message>
        <source>Share of {name}</source>
        <translation>Part de {name}</translation>
    </message>
    <message>
        <source>At least one recording needs a share.</source>
        <translation>Il faut une part à au moins un enregistrement.</translation>
    </message>
    <message>
        <source>Unlike the other recordings: another speaker?</source>
        <translation>Différent des autres enregistrements : une autre personne ?</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>exclu</translation>
    </message>
    <message>
        <source>⚠ Unlike the others: {names}. Listen to them, or give them a share of 0.</source>
        <translation>⚠ Différents des autres : {names}. Écoutez-les, ou donnez-leur une part de 0.</translation>
    </message>
</context>
<context>
    <name>CodesDifferencePane</name>
    <message>
        <source>Codes that differ</source>
        <translation>Codes différents</translation>
    </message>
    <message>
        <source>Different codes are marked here</source>
        <translation>Les codes différents sont marqués ici</translation>
    </message>
    <message>
        <source>{n} of {all} codes differ</source>
        <translation>{n} codes sur {all} diffèrent</translation>
    </message>
</context>
<context>
    <name>CodesPane</name>
    <message>
        <source>Codes</source>
        <translation>Codes</translation>
    </message>
    <message>
        <source>The codes of each frame appear here</source>
        <translation>Les codes de chaque trame apparaissent ici</translation>
    </message>
    <message>
        <source>codes</source>
        <translation>codes</translation>
    </message>
</context>
<context>
    <name>CommandPalette</name>
    <message>
        <source>Find a command</source>
        <translation>Chercher une commande</translation>
    </message>
    <message>
        <source>Type parts of a command&apos;s name</source>
        <translation>Tapez des parties du nom d’une commande</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Commande</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>Commandes</translation>
    </message>
</context>
<context>
    <name>CompareView</name>
    <message>
        <source>Alignment</source>
        <translation>Alignement</translation>
    </message>
    <message>
        <source>Which moments of the two takes are compared with each other</source>
        <translation>Quels instants des deux prises sont comparés</translation>
    </message>
    <message>
        <source>Equal times</source>
        <translation>Mêmes instants</translation>
    </message>
    <message>
        <source>Equal sounds</source>
        <translation>Mêmes sons</translation>
    </message>
    <message>
        <source>Equal loudness</source>
        <translation>Même niveau</translation>
    </message>
    <message>
        <source>Compare the pictures at equal loudness; by ear it is always so</source>
        <translation>Comparer les images à niveau égal ; à l’écoute c’est toujours le cas</translation>
    </message>
    <message>
        <source>Hear A</source>
        <translation>Écouter A</translation>
    </message>
    <message>
        <source>Hear B</source>
        <translation>Écouter B</translation>
    </message>
    <message>
        <source>Blind test…</source>
        <translation>Test en aveugle…</translation>
    </message>
    <message>
        <source>Comparing…</source>
        <translation>Comparaison…</translation>
    </message>
    <message>
        <source>frame {frame}</source>
        <translation>trame {frame}</translation>
    </message>
</context>
<context>
    <name>ConsentChoice</name>
    <message>
        <source>By what right the voice is used</source>
        <translation>À quel titre la voix est utilisée</translation>
    </message>
    <message>
        <source>It is my own voice</source>
        <translation>C’est ma propre voix</translation>
    </message>
    <message>
        <source>The speaker has agreed to this use</source>
        <translation>La personne a consenti à cet usage</translation>
    </message>
    <message>
        <source>The recording was released for any use</source>
        <translation>L’enregistrement est libre pour tout usage</translation>
    </message>
    <message>
        <source>It is nobody&apos;s: made by a program</source>
        <translation>À personne : faite par un programme</translation>
    </message>
</context>
<context>
    <name>ConsentDialog</name>
    <message>
        <source>Whose voice is it?</source>
        <translation>À qui est cette voix ?</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Choisir…</translation>
    </message>
    <message>
        <source>What is said in it, word for word (optional: for codes)</source>
        <translation>Ce qui y est dit, mot à mot (facultatif : pour les codes)</translation>
    </message>
    <message>
        <source>Transcript</source>
        <translation>Transcription</translation>
    </message>
    <message>
        <source>All recordings are of one person: make one voice of their mean</source>
        <translation>Tous les enregistrements sont d’une personne : faire une voix de leur moyenne</translation>
    </message>
    <message>
        <source>Files to import: {n}</source>
        <translation>Fichiers à importer : {n}</translation>
    </message>
</context>
<context>
    <name>ContinuationRow</name>
    <message>
        <source>The text begins with the words of that speech; what follows is spoken</source>
        <translation>Le texte commence par les mots de cette parole ; la suite est dite</translation>
    </message>
    <message>
        <source>Do not go on from other speech</source>
        <translation>Ne pas continuer une autre parole</translation>
    </message>
    <message>
        <source>Goes on from {name}</source>
        <translation>Continue {name}</translation>
    </message>
    <message>
        <source>{seconds:.1f} s</source>
        <translation>{seconds:.1f} s</translation>
    </message>
</context>
<context>
    <name>CosineMatrix</name>
    <message>
        <source>Cosines between voices</source>
        <translation>Cosinus entre les voix</translation>
    </message>
</context>
<context>
    <name>CrashDialog</name>
    <message>
        <source>Something went wrong</source>
        <translation>Un problème est survenu</translation>
    </message>
    <message>
        <source>Phonoscope made a mistake. Finished takes are safe; what you did last may not be done.</source>
        <translation>Phonoscope a commis une erreur. Les prises finies sont en sûreté ; votre dernière action n’a peut-être pas abouti.</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Détails</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Journal</translation>
    </message>
    <message>
        <source>The log is kept in {path}</source>
        <translation>Le journal est gardé dans {path}</translation>
    </message>
    <message>
        <source>The log cannot be kept in a file here; save the diagnostics, which hold it.</source>
        <translation>Le journal ne peut être gardé dans un fichier ici&#x202f;; enregistrez le diagnostic, qui le contient.</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copier</translation>
    </message>
    <message>
        <source>Save diagnostics…</source>
        <translation>Enregistrer un diagnostic…</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Quitter</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>Continuer</translation>
    </message>
    <message>
        <source>Written: {path}</source>
        <translation>Écrit : {path}</translation>
    </message>
</context>
<context>
    <name>CurvePane</name>
    <message>
        <source>What the sampler did appears here</source>
        <translation>Ce que le tirage a fait apparaît ici</translation>
    </message>
</context>
<context>
    <name>Declaration</name>
    <message>
        <source>Temperature</source>
        <translation>Température</translation>
    </message>
    <message>
        <source>how freely the first code of each frame is drawn: lower is steadier, higher is livelier</source>
        <translation>liberté du tirage du premier code de chaque trame : plus bas plus stable, plus haut plus vif</translation>
    </message>
    <message>
        <source>talker</source>
        <translation>parleur</translation>
    </message>
    <message>
        <source>Top-k</source>
        <translation>Top-k</translation>
    </message>
    <message>
        <source>draw among the k most probable codes only; 0 for all</source>
        <translation>tirer parmi les k codes les plus probables ; 0 pour tous</translation>
    </message>
    <message>
        <source>Top-p</source>
        <translation>Top-p</translation>
    </message>
    <message>
        <source>draw among the most probable codes that make up this share; 1 for all</source>
        <translation>tirer parmi les codes les plus probables qui font cette part ; 1 pour tous</translation>
    </message>
    <message>
        <source>Repetition penalty</source>
        <translation>Pénalité de répétition</translation>
    </message>
    <message>
        <source>makes codes that were used before less probable; 1 for none, too much hurries the speech</source>
        <translation>rend moins probables les codes déjà utilisés ; 1 pour aucune, trop presse la parole</translation>
    </message>
    <message>
        <source>Penalty window</source>
        <translation>Fenêtre de pénalité</translation>
    </message>
    <message>
        <source>how many frames back the penalty looks; 0 for all</source>
        <translation>nombre de trames que la pénalité regarde en arrière ; 0 pour toutes</translation>
    </message>
    <message>
        <source>Shortest speech</source>
        <translation>Parole la plus courte</translation>
    </message>
    <message>
        <source>frames before the speech may end</source>
        <translation>trames avant que la parole puisse finir</translation>
    </message>
    <message>
        <source>Greedy</source>
        <translation>Glouton</translation>
    </message>
    <message>
        <source>always take the most probable first code; speech often ends up silent or repeating</source>
        <translation>toujours prendre le premier code le plus probable ; la parole finit souvent muette ou répétée</translation>
    </message>
    <message>
        <source>how freely the other codes of each frame, which carry the detail of the sound, are drawn</source>
        <translation>liberté du tirage des autres codes de chaque trame, qui portent le détail du son</translation>
    </message>
    <message>
        <source>code predictor</source>
        <translation>prédicteur de codes</translation>
    </message>
    <message>
        <source>always take the most probable of the other codes</source>
        <translation>toujours prendre le plus probable des autres codes</translation>
    </message>
    <message>
        <source>Talker</source>
        <translation>Parleur</translation>
    </message>
    <message>
        <source>residual stream after each layer of the language model</source>
        <translation>flux résiduel après chaque couche du modèle de langue</translation>
    </message>
    <message>
        <source>Talker keys</source>
        <translation>Clés du parleur</translation>
    </message>
    <message>
        <source>keys that each layer&apos;s cache stores</source>
        <translation>clés du cache de chaque couche</translation>
    </message>
    <message>
        <source>Talker values</source>
        <translation>Valeurs du parleur</translation>
    </message>
    <message>
        <source>values that each layer&apos;s cache stores</source>
        <translation>valeurs du cache de chaque couche</translation>
    </message>
    <message>
        <source>Code predictor</source>
        <translation>Prédicteur de codes</translation>
    </message>
    <message>
        <source>residual stream after each layer, code by code</source>
        <translation>flux résiduel après chaque couche, code par code</translation>
    </message>
    <message>
        <source>Codec transformer</source>
        <translation>Transformeur du codec</translation>
    </message>
    <message>
        <source>residual stream after each layer</source>
        <translation>flux résiduel après chaque couche</translation>
    </message>
    <message>
        <source>Codec blocks</source>
        <translation>Blocs du codec</translation>
    </message>
    <message>
        <source>output of each block of the decoder</source>
        <translation>sortie de chaque bloc du décodeur</translation>
    </message>
    <message>
        <source>Steady</source>
        <translation>Stable</translation>
    </message>
    <message>
        <source>close to the middle of what the voice does: for reading out</source>
        <translation>proche du milieu de ce que fait la voix : pour lire</translation>
    </message>
    <message>
        <source>Lively</source>
        <translation>Vif</translation>
    </message>
    <message>
        <source>more variety in pitch and pace, and sometimes a slip</source>
        <translation>plus de variété de hauteur et de débit, et parfois un raté</translation>
    </message>
    <message>
        <source>no chance at all: for comparing one build of a model with another</source>
        <translation>aucun hasard : pour comparer une version d’un modèle à une autre</translation>
    </message>
    <message>
        <source>predictor</source>
        <translation>prédicteur</translation>
    </message>
    <message>
        <source>codec</source>
        <translation>codec</translation>
    </message>
    <message>
        <source>how freely codes are drawn among the candidates: lower is steadier, higher is livelier</source>
        <translation>liberté du tirage parmi les candidats : plus bas plus stable, plus haut plus vif</translation>
    </message>
    <message>
        <source>slow and fast model</source>
        <translation>modèles lent et rapide</translation>
    </message>
    <message>
        <source>Rescue window</source>
        <translation>Fenêtre de secours</translation>
    </message>
    <message>
        <source>a first code that was spoken within so many frames is drawn again, more freely; 0 to let it be</source>
        <translation>un premier code déjà dit dans autant de trames est retiré plus librement ; 0 pour le laisser</translation>
    </message>
    <message>
        <source>always take the most probable code; speech often ends up repeating</source>
        <translation>toujours prendre le code le plus probable ; la parole finit souvent répétée</translation>
    </message>
    <message>
        <source>Slow model</source>
        <translation>Modèle lent</translation>
    </message>
    <message>
        <source>Convolution state</source>
        <translation>État de convolution</translation>
    </message>
    <message>
        <source>inputs that each layer&apos;s short convolution remembers</source>
        <translation>entrées que retient la courte convolution de chaque couche</translation>
    </message>
    <message>
        <source>SSM state</source>
        <translation>État SSM</translation>
    </message>
    <message>
        <source>Use a person&apos;s voice only with that person&apos;s consent. Allowed are your own voice, a voice whose speaker has agreed to this use, recordings released for it, and voices that belong to nobody. Do not imitate people to deceive, harass or defame; in many places that is against the law.</source>
        <translation>N’utilisez la voix d’une personne qu’avec son accord. Sont permises votre propre voix, une voix dont le locuteur a consenti à cet usage, les enregistrements publiés pour cela et les voix qui ne sont à personne. N’imitez personne pour tromper, harceler ou diffamer ; dans bien des pays, la loi l’interdit.</translation>
    </message>
    <message>
        <source>Built in</source>
        <translation>Intégrées</translation>
    </message>
    <message>
        <source>female</source>
        <translation>féminine</translation>
    </message>
    <message>
        <source>male</source>
        <translation>masculine</translation>
    </message>
    <message>
        <source>american</source>
        <translation>américaine</translation>
    </message>
    <message>
        <source>british</source>
        <translation>britannique</translation>
    </message>
    <message>
        <source>french</source>
        <translation>français</translation>
    </message>
    <message>
        <source>input embedding</source>
        <translation>plongement d’entrée</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>attention</translation>
    </message>
    <message>
        <source>state-space mixer</source>
        <translation>mélangeur à espace d’états</translation>
    </message>
    <message>
        <source>feed-forward</source>
        <translation>réseau à propagation avant</translation>
    </message>
    <message>
        <source>head</source>
        <translation>tête</translation>
    </message>
    <message>
        <source>layer output</source>
        <translation>sortie de couche</translation>
    </message>
    <message>
        <source>block output</source>
        <translation>sortie de bloc</translation>
    </message>
    <message>
        <source>decoder output</source>
        <translation>sortie du décodeur</translation>
    </message>
    <message>
        <source>state-space state of each layer&apos;s Mamba-2 mixer</source>
        <translation>état du mélangeur Mamba-2 de chaque couche</translation>
    </message>
    <message>
        <source>SSM heads</source>
        <translation>Têtes SSM</translation>
    </message>
    <message>
        <source>state of each head of the mixers, layer by layer; recorded when whole states are kept</source>
        <translation>état de chaque tête des mélangeurs, couche par couche ; relevé quand des états entiers sont conservés</translation>
    </message>
    <message>
        <source>Slow keys</source>
        <translation>Clés du modèle lent</translation>
    </message>
    <message>
        <source>Slow values</source>
        <translation>Valeurs du modèle lent</translation>
    </message>
    <message>
        <source>Fast model</source>
        <translation>Modèle rapide</translation>
    </message>
    <message>
        <source>slow</source>
        <translation>lent</translation>
    </message>
    <message>
        <source>fast</source>
        <translation>rapide</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Pas</translation>
    </message>
    <message>
        <source>steps from noise to speech; fewer are faster and rougher</source>
        <translation>pas du bruit à la parole ; moins est plus rapide et plus grossier</translation>
    </message>
    <message>
        <source>guidance</source>
        <translation>guidage</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Texte</translation>
    </message>
    <message>
        <source>how strongly the text is followed; 3 to 8 is usual</source>
        <translation>force avec laquelle le texte est suivi ; 3 à 8 est courant</translation>
    </message>
    <message>
        <source>Voice</source>
        <translation>Voix</translation>
    </message>
    <message>
        <source>how strongly the voice is followed; 3 to 8 is usual, above 10 it sounds metallic</source>
        <translation>force avec laquelle la voix est suivie ; 3 à 8 est courant, au-delà de 10 le son est métallique</translation>
    </message>
    <message>
        <source>From t</source>
        <translation>Dès t</translation>
    </message>
    <message>
        <source>guidance works from this time on the way from 1 to 0</source>
        <translation>le guidage agit dès ce temps sur le chemin de 1 à 0</translation>
    </message>
    <message>
        <source>Up to t</source>
        <translation>Jusqu’à t</translation>
    </message>
    <message>
        <source>guidance works up to this time</source>
        <translation>le guidage agit jusqu’à ce temps</translation>
    </message>
    <message>
        <source>Rescaling</source>
        <translation>Mise à l’échelle</translation>
    </message>
    <message>
        <source>above 1 flattens, below sharpens; 1 is off</source>
        <translation>au-dessus de 1 aplatit, au-dessous accentue ; 1 n’agit pas</translation>
    </message>
    <message>
        <source>Rescaling width</source>
        <translation>Largeur de mise à l’échelle</translation>
    </message>
    <message>
        <source>how early the rescaling sets in</source>
        <translation>quand la mise à l’échelle commence</translation>
    </message>
    <message>
        <source>Truncation</source>
        <translation>Troncature</translation>
    </message>
    <message>
        <source>factor of the noise at the start; 0.8 sounds calmer</source>
        <translation>facteur du bruit de départ ; 0,8 sonne plus calme</translation>
    </message>
    <message>
        <source>noise</source>
        <translation>bruit</translation>
    </message>
    <message>
        <source>As torch on CUDA</source>
        <translation>Comme torch sur CUDA</translation>
    </message>
    <message>
        <source>start from the noise that torch draws on a CUDA device</source>
        <translation>partir du bruit que torch tire sur un appareil CUDA</translation>
    </message>
    <message>
        <source>As torch on a CPU</source>
        <translation>Comme torch sur un processeur</translation>
    </message>
    <message>
        <source>start from the noise that torch draws on a CPU</source>
        <translation>partir du bruit que torch tire sur un processeur</translation>
    </message>
    <message>
        <source>CUDA blocks</source>
        <translation>Blocs CUDA</translation>
    </message>
    <message>
        <source>multiprocessors of the device times the blocks of 256 threads that one holds; all from 200 on are alike</source>
        <translation>multiprocesseurs de l’appareil fois les blocs de 256 fils que chacun contient ; tout est égal dès 200</translation>
    </message>
    <message>
        <source>bfloat16 times</source>
        <translation>Temps en bfloat16</translation>
    </message>
    <message>
        <source>round each time as a reference in bfloat16 does, to compare with one</source>
        <translation>arrondir chaque temps comme une référence en bfloat16, pour s’y comparer</translation>
    </message>
    <message>
        <source>Force voice</source>
        <translation>Forcer la voix</translation>
    </message>
    <message>
        <source>keys and values of the voice times this; 1 is off, 1.5 helps where the voice is lost, more gives artefacts</source>
        <translation>clés et valeurs de la voix fois ceci ; 1 n’agit pas, 1.5 aide où la voix se perd, plus crée des artefacts</translation>
    </message>
    <message>
        <source>voice</source>
        <translation>voix</translation>
    </message>
    <message>
        <source>In blocks</source>
        <translation>Dans les blocs</translation>
    </message>
    <message>
        <source>how many of the first blocks it is done in</source>
        <translation>dans combien des premiers blocs cela se fait</translation>
    </message>
    <message>
        <source>Down to t</source>
        <translation>Jusqu’en t</translation>
    </message>
    <message>
        <source>it ends when time falls below this; 0 never</source>
        <translation>cela finit quand le temps passe au-dessous ; 0 jamais</translation>
    </message>
    <message>
        <source>First block</source>
        <translation>Premier bloc</translation>
    </message>
    <message>
        <source>frames that are made and heard first, a multiple of 4; 0 makes the whole window at once</source>
        <translation>trames faites et entendues d’abord, multiple de 4 ; 0 fait toute la fenêtre d’un coup</translation>
    </message>
    <message>
        <source>blocks and previews</source>
        <translation>blocs et aperçus</translation>
    </message>
    <message>
        <source>Further blocks</source>
        <translation>Blocs suivants</translation>
    </message>
    <message>
        <source>frames of every block after the first, a multiple of 4</source>
        <translation>trames de chaque bloc après le premier, multiple de 4</translation>
    </message>
    <message>
        <source>Preview every</source>
        <translation>Aperçu tous les</translation>
    </message>
    <message>
        <source>decode what the speech would be after every so many steps, to be heard at once; each time takes as long as decoding it all; 0 never</source>
        <translation>décoder tous les tant de pas ce que serait la parole, pour l’entendre aussitôt ; chaque fois aussi long que de tout décoder ; 0 jamais</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>Blocs</translation>
    </message>
    <message>
        <source>residual stream after each block, step by step; the first figure is the standard deviation</source>
        <translation>flux résiduel après chaque bloc, pas à pas ; le premier chiffre est l’écart type</translation>
    </message>
    <message>
        <source>Guidance</source>
        <translation>Guidage</translation>
    </message>
    <message>
        <source>what leaving out the text (first) and the voice (second) changes, and the velocity that is followed (third)</source>
        <translation>ce que change l’omission du texte (premier) et de la voix (deuxième), et la vitesse suivie (troisième)</translation>
    </message>
    <message>
        <source>text</source>
        <translation>texte</translation>
    </message>
    <message>
        <source>velocity</source>
        <translation>vitesse</translation>
    </message>
    <message>
        <source>Text keys</source>
        <translation>Clés du texte</translation>
    </message>
    <message>
        <source>keys that each block keeps of the text; the first figure is the standard deviation</source>
        <translation>clés du texte que garde chaque bloc ; le premier chiffre est l’écart type</translation>
    </message>
    <message>
        <source>Text values</source>
        <translation>Valeurs du texte</translation>
    </message>
    <message>
        <source>values of the same; the first figure is the standard deviation</source>
        <translation>leurs valeurs ; le premier chiffre est l’écart type</translation>
    </message>
    <message>
        <source>Voice keys</source>
        <translation>Clés de la voix</translation>
    </message>
    <message>
        <source>keys that each block keeps of the voice; the first figure is the standard deviation</source>
        <translation>clés de la voix que garde chaque bloc ; le premier chiffre est l’écart type</translation>
    </message>
    <message>
        <source>Voice values</source>
        <translation>Valeurs de la voix</translation>
    </message>
    <message>
        <source>Voice first, flat</source>
        <translation>Voix d’abord, égal</translation>
    </message>
    <message>
        <source>the same, calmer and more even</source>
        <translation>de même, plus calme et plus égal</translation>
    </message>
    <message>
        <source>Both</source>
        <translation>Les deux</translation>
    </message>
    <message>
        <source>text and voice are followed equally closely</source>
        <translation>texte et voix sont suivis d’aussi près</translation>
    </message>
    <message>
        <source>Both, flat</source>
        <translation>Les deux, égal</translation>
    </message>
    <message>
        <source>Loose</source>
        <translation>Libre</translation>
    </message>
    <message>
        <source>freer in voice and delivery</source>
        <translation>plus libre de voix et de débit</translation>
    </message>
    <message>
        <source>Loose, flat</source>
        <translation>Libre, égal</translation>
    </message>
    <message>
        <source>Force the voice</source>
        <translation>Forcer la voix</translation>
    </message>
    <message>
        <source>for texts at which the model falls out of the voice</source>
        <translation>pour des textes où le modèle perd la voix</translation>
    </message>
    <message>
        <source>Block by block</source>
        <translation>Bloc par bloc</translation>
    </message>
    <message>
        <source>the first block is heard while the others are made; needs a model that was not pruned</source>
        <translation>on entend le premier bloc pendant que les autres se font ; il faut un modèle non élagué</translation>
    </message>
    <message>
        <source>Draft</source>
        <translation>Ébauche</translation>
    </message>
    <message>
        <source>eight steps: rough, in a fifth of the time</source>
        <translation>huit pas : grossier, en un cinquième du temps</translation>
    </message>
    <message>
        <source>encoders</source>
        <translation>encodeurs</translation>
    </message>
    <message>
        <source>denoiser</source>
        <translation>débruiteur</translation>
    </message>
</context>
<context>
    <name>DescriptionDialog</name>
    <message>
        <source>Describe {names}</source>
        <translation>Décrire {names}</translation>
    </message>
    <message>
        <source>in English, such as german</source>
        <translation>en anglais, par exemple german</translation>
    </message>
    <message>
        <source>As it is</source>
        <translation>Inchangé</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Langue</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>Licence</translation>
    </message>
    <message>
        <source>Whose voice it is</source>
        <translation>À qui est la voix</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notes</translation>
    </message>
</context>
<context>
    <name>Diagnostics</name>
    <message>
        <source>Save diagnostics</source>
        <translation>Enregistrer un diagnostic</translation>
    </message>
    <message>
        <source>Bundles (*.zip)</source>
        <translation>Paquets (*.zip)</translation>
    </message>
</context>
<context>
    <name>Engine</name>
    <message>
        <source>the sound device {name} is not connected</source>
        <translation>le périphérique audio {name} n’est pas branché</translation>
    </message>
    <message>
        <source>connect it, or choose another</source>
        <translation>branchez-le, ou choisissez-en un autre</translation>
    </message>
    <message>
        <source>sound devices cannot be listed ({error})</source>
        <translation>la liste des périphériques audio ne peut être lue ({error})</translation>
    </message>
    <message>
        <source>no sound device plays ({error})</source>
        <translation>aucun périphérique audio ne joue ({error})</translation>
    </message>
    <message>
        <source>PortAudio, which plays sound, is not installed</source>
        <translation>PortAudio, qui joue le son, n’est pas installé</translation>
    </message>
    <message>
        <source>{path}: {suffix} is no sound format</source>
        <translation>{path} : {suffix} n’est pas un format audio</translation>
    </message>
    <message>
        <source>end the name in {suffixes}</source>
        <translation>terminez le nom par {suffixes}</translation>
    </message>
    <message>
        <source>{path}: {suffix} does not store {sample_format} samples</source>
        <translation>{path} : {suffix} ne stocke pas d’échantillons {sample_format}</translation>
    </message>
    <message>
        <source>use {choices}</source>
        <translation>utilisez {choices}</translation>
    </message>
    <message>
        <source>leave the sample format out</source>
        <translation>laissez le format d’échantillons de côté</translation>
    </message>
    <message>
        <source>{path}: the folder {folder} does not exist</source>
        <translation>{path} : le dossier {folder} n’existe pas</translation>
    </message>
    <message>
        <source>make it first or give another</source>
        <translation>créez-le d’abord, ou donnez-en un autre</translation>
    </message>
    <message>
        <source>{path}: cannot be written ({error})</source>
        <translation>{path} : ne peut être écrit ({error})</translation>
    </message>
    <message>
        <source>free some space or give another folder</source>
        <translation>libérez de l’espace, ou donnez un autre dossier</translation>
    </message>
    <message>
        <source>standard output: cannot be written ({error})</source>
        <translation>sortie standard : ne peut être écrite ({error})</translation>
    </message>
    <message>
        <source>free some space or send the sound elsewhere</source>
        <translation>libérez de l’espace, ou envoyez le son ailleurs</translation>
    </message>
    <message>
        <source>a file without suffix</source>
        <translation>un fichier sans suffixe</translation>
    </message>
    <message>
        <source>the sound device failed ({error}); connect it again</source>
        <translation>le périphérique audio a échoué ({error}) ; rebranchez-le</translation>
    </message>
    <message>
        <source>Dull: {rate_khz:g} kHz leave nothing above {top_khz:g} kHz; record at {wanted_khz:g} kHz or more.</source>
        <translation>Sourd : à {rate_khz:g} kHz, rien ne reste au-dessus de {top_khz:g} kHz ; enregistrez à {wanted_khz:g} kHz ou plus.</translation>
    </message>
    <message>
        <source>Quiet: record closer to the microphone or raise the gain.</source>
        <translation>Faible : enregistrez plus près du micro, ou augmentez le gain.</translation>
    </message>
    <message>
        <source>Loud: lower the gain a little.</source>
        <translation>Fort : baissez un peu le gain.</translation>
    </message>
    <message>
        <source>Clipped: the loudest parts are cut off; record again with less gain.</source>
        <translation>Écrêté : les passages les plus forts sont coupés ; recommencez avec moins de gain.</translation>
    </message>
    <message>
        <source>Beyond full scale: the samples were scaled down to fit.</source>
        <translation>Au-delà de la pleine échelle : les échantillons ont été réduits pour y tenir.</translation>
    </message>
    <message>
        <source>Noisy: record in a quieter room, or choose a stretch without background sound.</source>
        <translation>Bruité : enregistrez dans une pièce plus calme, ou choisissez un passage sans bruit de fond.</translation>
    </message>
    <message>
        <source>Mostly pauses: choose a stretch in which somebody speaks throughout.</source>
        <translation>Surtout des pauses : choisissez un passage où l’on parle sans arrêt.</translation>
    </message>
    <message>
        <source>Silence at the ends: cut it off, half a second at the end is enough.</source>
        <translation>Silence aux extrémités : coupez-le, une demi-seconde à la fin suffit.</translation>
    </message>
    <message>
        <source>{path}: {duration_s:.2f} s of sound are too little</source>
        <translation>{path} : {duration_s:.2f} s de son, c’est trop peu</translation>
    </message>
    <message>
        <source>{path}: cannot be read from any place</source>
        <translation>{path} : ne peut être lu à partir de n’importe quel endroit</translation>
    </message>
    <message>
        <source>convert it to WAV or FLAC</source>
        <translation>convertissez-le en WAV ou FLAC</translation>
    </message>
    <message>
        <source>{path}: has a sample rate of {rate_hz} Hz</source>
        <translation>{path} : a une fréquence d’échantillonnage de {rate_hz} Hz</translation>
    </message>
    <message>
        <source>rates from {minimum_hz} to {maximum_hz} Hz are read</source>
        <translation>les fréquences de {minimum_hz} à {maximum_hz} Hz sont lues</translation>
    </message>
    <message>
        <source>{path}: has {n_channels} channels</source>
        <translation>{path} : a {n_channels} canaux</translation>
    </message>
    <message>
        <source>at most {maximum} are read; export the one with the voice</source>
        <translation>{maximum} au plus sont lus ; exportez celui de la voix</translation>
    </message>
    <message>
        <source>{path}: holds no sound</source>
        <translation>{path} : ne contient aucun son</translation>
    </message>
    <message>
        <source>{path}: there is nothing from {start_s:g} s to {stop_s:g} s</source>
        <translation>{path} : il n’y a rien de {start_s:g} s à {stop_s:g} s</translation>
    </message>
    <message>
        <source>the recording is {duration_s:.1f} s long</source>
        <translation>l’enregistrement dure {duration_s:.1f} s</translation>
    </message>
    <message>
        <source>{path}: is silent from beginning to end</source>
        <translation>{path} : est silencieux du début à la fin</translation>
    </message>
    <message>
        <source>{path}: {error}</source>
        <translation>{path} : {error}</translation>
    </message>
    <message>
        <source>check the name of the recording</source>
        <translation>vérifiez le nom de l’enregistrement</translation>
    </message>
    <message>
        <source>{path}: is no readable sound file ({problem})</source>
        <translation>{path} : n’est pas un fichier audio lisible ({problem})</translation>
    </message>
    <message>
        <source>{path}: {n_bad} samples are not finite, or larger than any sound</source>
        <translation>{path} : {n_bad} échantillons ne sont pas finis, ou dépassent tout son</translation>
    </message>
    <message>
        <source>export the recording again</source>
        <translation>exportez l’enregistrement de nouveau</translation>
    </message>
    <message>
        <source>fetch the model again</source>
        <translation>récupérez le modèle de nouveau</translation>
    </message>
    <message>
        <source>{path}: holds no codec</source>
        <translation>{path} : ne contient pas de codec</translation>
    </message>
    <message>
        <source>give the codec.pth or .safetensors file that was published</source>
        <translation>donnez le fichier codec.pth ou .safetensors tel que publié</translation>
    </message>
    <message>
        <source>{path}: {name} has no output projection beside it</source>
        <translation>{path} : {name} est sans projection de sortie à côté</translation>
    </message>
    <message>
        <source>{path}: {name} cannot be split into heads of {head_width}</source>
        <translation>{path} : {name} ne se divise pas en têtes de {head_width}</translation>
    </message>
    <message>
        <source>{path}: {tensor} is there under two names</source>
        <translation>{path} : {tensor} y est sous deux noms</translation>
    </message>
    <message>
        <source>{path}: tensor {name} is unknown</source>
        <translation>{path} : le tenseur {name} est inconnu</translation>
    </message>
    <message>
        <source>give the codec as it was published</source>
        <translation>donnez le codec tel que publié</translation>
    </message>
    <message>
        <source>{path}: {name} has a direction of length 0</source>
        <translation>{path} : {name} a une direction de longueur 0</translation>
    </message>
    <message>
        <source>{path}: has a convolution that is not two strides long</source>
        <translation>{path} : a une convolution qui ne fait pas deux pas de long</translation>
    </message>
    <message>
        <source>{path}: what becomes {name} is missing or misshapen</source>
        <translation>{path} : ce qui devient {name} manque ou n’a pas la bonne forme</translation>
    </message>
    <message>
        <source>{path}: {name} has no gains of its length</source>
        <translation>{path} : {name} n’a pas de gains à sa longueur</translation>
    </message>
    <message>
        <source>holds no codec</source>
        <translation>ne contient pas de codec</translation>
    </message>
    <message>
        <source>give the codec that was converted with the model</source>
        <translation>donnez le codec qui a été converti avec le modèle</translation>
    </message>
    <message>
        <source>metadata key {key} makes no sense</source>
        <translation>la clé de métadonnées {key} n’a pas de sens</translation>
    </message>
    <message>
        <source>convert the model again</source>
        <translation>convertissez le modèle de nouveau</translation>
    </message>
    <message>
        <source>{folder}: cannot be made ({error})</source>
        <translation>{folder} : ne peut être créé ({error})</translation>
    </message>
    <message>
        <source>free some space or permit writing</source>
        <translation>libérez de l’espace, ou permettez l’écriture</translation>
    </message>
    <message>
        <source>{path}: was written by a later version</source>
        <translation>{path} : a été écrit par une version plus récente</translation>
    </message>
    <message>
        <source>update Phonoscope</source>
        <translation>mettez Phonoscope à jour</translation>
    </message>
    <message>
        <source>{path}: cannot be used ({error})</source>
        <translation>{path} : inutilisable ({error})</translation>
    </message>
    <message>
        <source>{cause}; {next_step}</source>
        <translation>{cause} ; {next_step}</translation>
    </message>
    <message>
        <source>unknown model family {name!r}</source>
        <translation>famille de modèles {name!r} inconnue</translation>
    </message>
    <message>
        <source>the families are {families}</source>
        <translation>les familles sont {families}</translation>
    </message>
    <message>
        <source>give an Audio8 checkpoint</source>
        <translation>donnez un modèle Audio8 tel que publié</translation>
    </message>
    <message>
        <source>{path}: tensor {name} belongs to a slow model of another kind than config.json names</source>
        <translation>{path} : le tenseur {name} appartient à un modèle lent d’une autre sorte que celle que nomme config.json</translation>
    </message>
    <message>
        <source>its slow_backbone must be falcon_h1</source>
        <translation>son slow_backbone doit être falcon_h1</translation>
    </message>
    <message>
        <source>{path}: {name} would be written twice</source>
        <translation>{path} : {name} serait écrit deux fois</translation>
    </message>
    <message>
        <source>{path}: {name} has {n_rows} rows, the heads need {n_needed}</source>
        <translation>{path} : {name} a {n_rows} lignes, les têtes en demandent {n_needed}</translation>
    </message>
    <message>
        <source>{path}: {name} has {n_rows} rows, {n_needed} are needed</source>
        <translation>{path} : {name} a {n_rows} lignes, il en faut {n_needed}</translation>
    </message>
    <message>
        <source>it has {n} codebooks, the model speaks {n_wanted}</source>
        <translation>il a {n} dictionnaires de codes, le modèle en parle {n_wanted}</translation>
    </message>
    <message>
        <source>its codebooks have {n} entries, the model&apos;s {n_wanted}</source>
        <translation>ses dictionnaires de codes ont {n} entrées, ceux du modèle {n_wanted}</translation>
    </message>
    <message>
        <source>is no Audio8 model</source>
        <translation>n’est pas un modèle Audio8</translation>
    </message>
    <message>
        <source>convert its published folder</source>
        <translation>convertissez son dossier tel que publié</translation>
    </message>
    <message>
        <source>places codebook 0 at {semantic_begin}, outside the vocabulary of {vocab_size}</source>
        <translation>place le dictionnaire de codes 0 à {semantic_begin}, hors du vocabulaire de {vocab_size}</translation>
    </message>
    <message>
        <source>{path}: has no tokenizer</source>
        <translation>{path} : n’a pas de découpage en jetons</translation>
    </message>
    <message>
        <source>convert a folder with tokenizer.json</source>
        <translation>convertissez un dossier avec tokenizer.json</translation>
    </message>
    <message>
        <source>the text is blank</source>
        <translation>le texte est vide</translation>
    </message>
    <message>
        <source>write something to speak</source>
        <translation>écrivez quelque chose à dire</translation>
    </message>
    <message>
        <source>the prompt takes {n_columns} of the {n_positions} positions and leaves no room</source>
        <translation>l’invite prend {n_columns} des {n_positions} positions et ne laisse pas de place</translation>
    </message>
    <message>
        <source>shorten the text or the reference</source>
        <translation>raccourcissez le texte ou la référence</translation>
    </message>
    <message>
        <source>{path}: its tokenizer does not belong to it</source>
        <translation>{path} : son découpage en jetons ne lui appartient pas</translation>
    </message>
    <message>
        <source>{path}: its tokenizer is damaged ({error})</source>
        <translation>{path} : son découpage en jetons est abîmé ({error})</translation>
    </message>
    <message>
        <source>convert again</source>
        <translation>convertissez de nouveau</translation>
    </message>
    <message>
        <source>this model takes reference codes with their transcript</source>
        <translation>ce modèle prend des codes de référence avec leur transcription</translation>
    </message>
    <message>
        <source>give an .rvq or code .npy file</source>
        <translation>donnez un fichier .rvq ou des codes .npy</translation>
    </message>
    <message>
        <source>{folder}: has neither model.safetensors nor codec.pth</source>
        <translation>{folder} : n’a ni model.safetensors ni codec.pth</translation>
    </message>
    <message>
        <source>give a complete folder</source>
        <translation>donnez un dossier complet</translation>
    </message>
    <message>
        <source>{path}: holds no config.json</source>
        <translation>{path} : ne contient pas de config.json</translation>
    </message>
    <message>
        <source>give the published folder</source>
        <translation>donnez le dossier tel que publié</translation>
    </message>
    <message>
        <source>{path}: tensor {name} is {type}</source>
        <translation>{path} : le tenseur {name} est {type}</translation>
    </message>
    <message>
        <source>{path}: tensor {name} holds values that are not finite</source>
        <translation>{path} : le tenseur {name} contient des valeurs non finies</translation>
    </message>
    <message>
        <source>fetch it again</source>
        <translation>récupérez-le de nouveau</translation>
    </message>
    <message>
        <source>this model does not follow instructions</source>
        <translation>ce modèle ne suit pas d’instructions</translation>
    </message>
    <message>
        <source>leave the instruction out</source>
        <translation>laissez l’instruction de côté</translation>
    </message>
    <message>
        <source>this model reads all of a text before it speaks</source>
        <translation>ce modèle lit tout un texte avant de parler</translation>
    </message>
    <message>
        <source>leave streaming text out</source>
        <translation>laissez de côté le texte au fil de l’eau</translation>
    </message>
    <message>
        <source>this model finds the language out itself</source>
        <translation>ce modèle trouve la langue lui-même</translation>
    </message>
    <message>
        <source>leave the language out</source>
        <translation>laissez la langue de côté</translation>
    </message>
    <message>
        <source>use {wanted} from {minimum:g} to {maximum:g}</source>
        <translation>utilisez {wanted} de {minimum:g} à {maximum:g}</translation>
    </message>
    <message>
        <source>{name} must be true or false, not {value!r}</source>
        <translation>{name} doit être vrai ou faux, pas {value!r}</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>un nombre entier</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>un nombre</translation>
    </message>
    <message>
        <source>{name} must be {wanted}, not {value!r}</source>
        <translation>{name} doit être {wanted}, pas {value!r}</translation>
    </message>
    <message>
        <source>{name} is {value}, out of range</source>
        <translation>{name} vaut {value}, hors limites</translation>
    </message>
    <message>
        <source>unknown sampler setting {key!r}</source>
        <translation>réglage du tirage {key!r} inconnu</translation>
    </message>
    <message>
        <source>the settings are {known}</source>
        <translation>les réglages sont {known}</translation>
    </message>
    <message>
        <source>{folder}: pca_state.safetensors is missing</source>
        <translation>{folder} : pca_state.safetensors manque</translation>
    </message>
    <message>
        <source>fetch jordand/echo-tts-base completely</source>
        <translation>récupérez jordand/echo-tts-base en entier</translation>
    </message>
    <message>
        <source>{path}: {name} has {n_dimensions} dimensions</source>
        <translation>{path} : {name} a {n_dimensions} dimensions</translation>
    </message>
    <message>
        <source>{path}: tensor {name} is missing or no matrix</source>
        <translation>{path} : le tenseur {name} manque ou n’est pas une matrice</translation>
    </message>
    <message>
        <source>{path}: its principal components do not fit together</source>
        <translation>{path} : ses composantes principales ne vont pas ensemble</translation>
    </message>
    <message>
        <source>{path}: holds no principal components ({error})</source>
        <translation>{path} : ne contient pas de composantes principales ({error})</translation>
    </message>
    <message>
        <source>its frames have {n} channels, the model makes {n_wanted}</source>
        <translation>ses trames ont {n} canaux, le modèle en produit {n_wanted}</translation>
    </message>
    <message>
        <source>{folder}: holds no Echo-TTS</source>
        <translation>{folder} : ne contient pas Echo-TTS</translation>
    </message>
    <message>
        <source>a recording of {duration_s:.2f} s</source>
        <translation>un enregistrement de {duration_s:.2f} s</translation>
    </message>
    <message>
        <source>give one of {minimum_s:g} to {maximum_s:g} s</source>
        <translation>donnez-en un de {minimum_s:g} à {maximum_s:g} s</translation>
    </message>
    <message>
        <source>the encoding of the recording was stopped</source>
        <translation>l’encodage de l’enregistrement a été arrêté</translation>
    </message>
    <message>
        <source>connect one, or keep the sound as a file (command line: -o out.wav)</source>
        <translation>branchez-en un, ou gardez le son dans un fichier (ligne de commande : -o out.wav)</translation>
    </message>
    <message>
        <source>install it (libportaudio2 on Debian and Ubuntu), or keep the sound as a file (command line: -o out.wav)</source>
        <translation>installez-le (libportaudio2 sous Debian et Ubuntu), ou gardez le son dans un fichier (ligne de commande : -o out.wav)</translation>
    </message>
    <message>
        <source>Off centre: silence does not stand at zero; remove the DC offset in a sound editor.</source>
        <translation>Décalé : le silence n’est pas à zéro ; supprimez la composante continue dans un éditeur de son.</translation>
    </message>
    <message>
        <source>{path}: is locked by another program</source>
        <translation>{path} : verrouillé par un autre programme</translation>
    </message>
    <message>
        <source>close that program and try again</source>
        <translation>fermez ce programme et réessayez</translation>
    </message>
    <message>
        <source>give the right file, or fetch or convert it again</source>
        <translation>donnez le bon fichier, ou récupérez-le ou convertissez-le de nouveau</translation>
    </message>
    <message>
        <source>noise cannot be as on CUDA and as on a CPU at once</source>
        <translation>le bruit ne peut être à la fois comme sous CUDA et comme sur un processeur</translation>
    </message>
    <message>
        <source>choose one of them</source>
        <translation>choisissez l’un des deux</translation>
    </message>
    <message>
        <source>this model takes latents of a recording</source>
        <translation>ce modèle prend les latents d’un enregistrement</translation>
    </message>
    <message>
        <source>make the voice from its recording</source>
        <translation>créez la voix à partir de son enregistrement</translation>
    </message>
    <message>
        <source>make the voice again from its recording</source>
        <translation>refaites la voix à partir de son enregistrement</translation>
    </message>
    <message>
        <source>{window} frames are asked for; this model makes at most {max_frames} of a segment</source>
        <translation>{window} trames sont demandées ; ce modèle en fait {max_frames} au plus par segment</translation>
    </message>
    <message>
        <source>leave --max-frames out, or give {max_frames} or fewer</source>
        <translation>laissez --max-frames de côté, ou donnez {max_frames} ou moins</translation>
    </message>
    <message>
        <source>the {n_before} frames that come first fill the window of {window}</source>
        <translation>les {n_before} trames qui précèdent remplissent la fenêtre de {window}</translation>
    </message>
    <message>
        <source>give fewer</source>
        <translation>donnez-en moins</translation>
    </message>
    <message>
        <source>blocks of {first} and {further} frames are no multiples of {patch}</source>
        <translation>des blocs de {first} et de {further} trames ne sont pas des multiples de {patch}</translation>
    </message>
    <message>
        <source>round them</source>
        <translation>arrondissez-les</translation>
    </message>
    <message>
        <source>the model was converted without the latent encoder, which blocks and continuations need</source>
        <translation>le modèle a été converti sans l’encodeur de latents, que demandent les blocs et les suites</translation>
    </message>
    <message>
        <source>convert it again without pruning, or make the whole window at once</source>
        <translation>convertissez-le de nouveau sans l’élaguer, ou faites toute la fenêtre d’un coup</translation>
    </message>
    <message>
        <source>a segment of the text has {n_bytes} bytes; {maximum} are read</source>
        <translation>un segment du texte a {n_bytes} octets ; {maximum} sont lus</translation>
    </message>
    <message>
        <source>let segments be shorter</source>
        <translation>admettez des segments plus courts</translation>
    </message>
    <message>
        <source>has no speech tokenizer weights</source>
        <translation>est sans poids du découpage de la parole</translation>
    </message>
    <message>
        <source>give the tokenizer file that belongs to the talker</source>
        <translation>donnez le fichier de découpage (tokenizer) qui va avec le parleur</translation>
    </message>
    <message>
        <source>declares no sensible upsampling ratios</source>
        <translation>ne déclare pas de rapports de suréchantillonnage sensés</translation>
    </message>
    <message>
        <source>give a Qwen3-TTS checkpoint</source>
        <translation>donnez un modèle Qwen3-TTS tel que publié</translation>
    </message>
    <message>
        <source>{path}: {name} is there under two names</source>
        <translation>{path} : {name} y est sous deux noms</translation>
    </message>
    <message>
        <source>{path}: codebook {name} overflows</source>
        <translation>{path} : le dictionnaire de codes {name} déborde</translation>
    </message>
    <message>
        <source>{path}: {name} has no usage counts of its length</source>
        <translation>{path} : {name} n’a pas de compteurs d’emploi à sa longueur</translation>
    </message>
    <message>
        <source>{path}: tensor {tensor} has a name that Phonoscope&apos;s conversion does not give</source>
        <translation>{path} : le tenseur {tensor} porte un nom que la conversion de Phonoscope ne donne pas</translation>
    </message>
    <message>
        <source>convert the published checkpoint instead</source>
        <translation>convertissez plutôt le modèle tel que publié</translation>
    </message>
    <message>
        <source>the token list lacks {token!r}, which every prompt starts with</source>
        <translation>la liste des jetons est sans {token!r}, par quoi commence toute invite</translation>
    </message>
    <message>
        <source>lists {n_names} {kind} names but {n_ids} ids</source>
        <translation>énumère {n_names} noms ({kind}) mais {n_ids} identifiants</translation>
    </message>
    <message>
        <source>lists a {kind} twice</source>
        <translation>énumère deux fois le même nom ({kind})</translation>
    </message>
    <message>
        <source>lists {n_ids} speakers but {n_dialects} speaker dialects</source>
        <translation>énumère {n_ids} locuteurs mais {n_dialects} dialectes de locuteurs</translation>
    </message>
    <message>
        <source>id {value} for {key} lies outside its vocabulary of {vocab}</source>
        <translation>l’identifiant {value} de {key} est hors de son vocabulaire de {vocab}</translation>
    </message>
    <message>
        <source>{kind} {name!r} has id {value}, outside the codec vocabulary of {vocab}</source>
        <translation>{kind} {name!r} a l’identifiant {value}, hors du vocabulaire du codec de {vocab}</translation>
    </message>
    <message>
        <source>{path}: is empty</source>
        <translation>{path} : est vide</translation>
    </message>
    <message>
        <source>{path}: has no newline token</source>
        <translation>{path} : est sans jeton de fin de ligne</translation>
    </message>
    <message>
        <source>{path}: is not a list of merges</source>
        <translation>{path} : n’est pas une liste de fusions</translation>
    </message>
    <message>
        <source>{path}: added token {key!r} does not fit the vocabulary</source>
        <translation>{path} : le jeton ajouté {key!r} ne va pas avec le vocabulaire</translation>
    </message>
    <message>
        <source>{path}: cannot be read ({error})</source>
        <translation>{path} : ne peut être lu ({error})</translation>
    </message>
    <message>
        <source>give a complete Hugging Face folder</source>
        <translation>donnez un dossier Hugging Face complet</translation>
    </message>
    <message>
        <source>{path}: is not UTF-8 text</source>
        <translation>{path} : n’est pas un texte en UTF-8</translation>
    </message>
    <message>
        <source>{path}: the merge {merge!r} does not fit the vocabulary</source>
        <translation>{path} : la fusion {merge!r} ne convient pas au vocabulaire</translation>
    </message>
    <message>
        <source>the text is empty</source>
        <translation>le texte est vide</translation>
    </message>
    <message>
        <source>unknown speaker {speaker!r}</source>
        <translation>locuteur {speaker!r} inconnu</translation>
    </message>
    <message>
        <source>the speakers of this model: {known}</source>
        <translation>les locuteurs de ce modèle : {known}</translation>
    </message>
    <message>
        <source>speaker {speaker} has the dialect {dialect}, which the model does not list</source>
        <translation>le locuteur {speaker} a le dialecte {dialect}, que le modèle n’énumère pas</translation>
    </message>
    <message>
        <source>choose another speaker or set the language</source>
        <translation>choisissez un autre locuteur, ou indiquez la langue</translation>
    </message>
    <message>
        <source>leave the instruction out, or use a voice design model</source>
        <translation>laissez l’instruction de côté, ou prenez un modèle à voix décrite (voice design)</translation>
    </message>
    <message>
        <source>the prompt takes {n_rows} of the model&apos;s {n_positions} positions and leaves no room</source>
        <translation>l’invite prend {n_rows} des {n_positions} positions du modèle et ne laisse pas de place</translation>
    </message>
    <message>
        <source>shorten the text, the instruction or the reference</source>
        <translation>raccourcissez le texte, l’instruction ou la référence</translation>
    </message>
    <message>
        <source>this model does not speak {language!r}</source>
        <translation>ce modèle ne parle pas {language!r}</translation>
    </message>
    <message>
        <source>choose one of {languages}</source>
        <translation>choisissez parmi {languages}</translation>
    </message>
    <message>
        <source>{path}: {problem}</source>
        <translation>{path} : {problem}</translation>
    </message>
    <message>
        <source>speaker encoder</source>
        <translation>encodeur de locuteur</translation>
    </message>
    <message>
        <source>use a Base model</source>
        <translation>prenez un modèle Base</translation>
    </message>
    <message>
        <source>encoder in its codec</source>
        <translation>encodeur dans son codec</translation>
    </message>
    <message>
        <source>use a codec file that has one</source>
        <translation>prenez un fichier de codec qui en a un</translation>
    </message>
    <message>
        <source>{model}: this model has no {what}</source>
        <translation>{model} : ce modèle est sans {what}</translation>
    </message>
    <message>
        <source>has {n_tokens} tokens for a text embedding of {text_vocab} rows</source>
        <translation>a {n_tokens} jetons pour un plongement du texte de {text_vocab} lignes</translation>
    </message>
    <message>
        <source>has {n_tokens} tokens but {n_types} token types</source>
        <translation>a {n_tokens} jetons mais {n_types} types de jetons</translation>
    </message>
    <message>
        <source>{model}: has no speaker {name!r}</source>
        <translation>{model} : n’a pas de locuteur {name!r}</translation>
    </message>
    <message>
        <source>name one of the model&apos;s</source>
        <translation>nommez l’un de ceux du modèle</translation>
    </message>
    <message>
        <source>{model}: its encoders make no {what} of recordings</source>
        <translation>{model} : ses encodeurs ne tirent pas d’un enregistrement : {what}</translation>
    </message>
    <message>
        <source>make {kinds}: give the words of the recording as its transcript</source>
        <translation>faites {kinds} : donnez les mots de l’enregistrement comme transcription</translation>
    </message>
    <message>
        <source>make {kinds}</source>
        <translation>faites {kinds}</translation>
    </message>
    <message>
        <source>speaker vector</source>
        <translation>vecteur de locuteur</translation>
    </message>
    <message>
        <source>codes</source>
        <translation>codes</translation>
    </message>
    <message>
        <source>latents</source>
        <translation>latents</translation>
    </message>
    <message>
        <source>{path}: holds no model of a known family</source>
        <translation>{path} : ne contient pas de modèle d’une famille connue</translation>
    </message>
    <message>
        <source>give a model of {titles}</source>
        <translation>donnez un modèle de {titles}</translation>
    </message>
    <message>
        <source>{folder}: is no checkpoint of a known family</source>
        <translation>{folder} : n’est pas un modèle publié d’une famille connue</translation>
    </message>
    <message>
        <source>give a complete folder of {titles}</source>
        <translation>donnez un dossier complet de {titles}</translation>
    </message>
    <message>
        <source>taps: whole states of {group} are not kept</source>
        <translation>taps : les états entiers de {group} ne sont pas gardés</translation>
    </message>
    <message>
        <source>name layers of {groups}</source>
        <translation>nommez des couches de {groups}</translation>
    </message>
    <message>
        <source>taps: there is no layer {name}</source>
        <translation>taps : il n’y a pas de couche {name}</translation>
    </message>
    <message>
        <source>the last one is {group}.{last}</source>
        <translation>la dernière est {group}.{last}</translation>
    </message>
    <message>
        <source>{path}: is no listening test of this version</source>
        <translation>{path} : n’est pas un test d’écoute de cette version</translation>
    </message>
    <message>
        <source>give a file of the folder listening</source>
        <translation>donnez un fichier du dossier listening</translation>
    </message>
    <message>
        <source>{path}: the answers are damaged</source>
        <translation>{path} : les réponses sont abîmées</translation>
    </message>
    <message>
        <source>delete the file</source>
        <translation>supprimez le fichier</translation>
    </message>
    <message>
        <source>a test of {n_trials} trials is not possible</source>
        <translation>un test de {n_trials} essais n’est pas possible</translation>
    </message>
    <message>
        <source>use 1 to {maximum}</source>
        <translation>utilisez 1 à {maximum}</translation>
    </message>
    <message>
        <source>check the name of the file</source>
        <translation>vérifiez le nom du fichier</translation>
    </message>
    <message>
        <source>permit writing</source>
        <translation>permettez l’écriture</translation>
    </message>
    <message>
        <source>{path}: is a folder</source>
        <translation>{path} : est un dossier</translation>
    </message>
    <message>
        <source>give the name of a file</source>
        <translation>donnez le nom d’un fichier</translation>
    </message>
    <message>
        <source>{path}: is no file but a device or a pipe</source>
        <translation>{path} : n’est pas un fichier mais un périphérique ou un tube</translation>
    </message>
    <message>
        <source>{path}: is read-only</source>
        <translation>{path} : est en lecture seule</translation>
    </message>
    <message>
        <source>make it writable or give another name</source>
        <translation>permettez d’y écrire, ou donnez un autre nom</translation>
    </message>
    <message>
        <source>give a writable folder</source>
        <translation>donnez un dossier où l’on peut écrire</translation>
    </message>
    <message>
        <source>not all of it fitted on the disk</source>
        <translation>tout n’a pas tenu sur le disque</translation>
    </message>
    <message>
        <source>{path}: holds no JSON object</source>
        <translation>{path} : ne contient pas d’objet JSON</translation>
    </message>
    <message>
        <source>{index}: names no weight files</source>
        <translation>{index} : ne nomme aucun fichier de poids</translation>
    </message>
    <message>
        <source>{index}: names a file outside its folder</source>
        <translation>{index} : nomme un fichier hors de son dossier</translation>
    </message>
    <message>
        <source>{path}: is missing</source>
        <translation>{path} : manque</translation>
    </message>
    <message>
        <source>{path}: is too large for a configuration</source>
        <translation>{path} : est trop grand pour une configuration</translation>
    </message>
    <message>
        <source>{path}: is not valid JSON ({error})</source>
        <translation>{path} : n’est pas du JSON valable ({error})</translation>
    </message>
    <message>
        <source>{path}: is larger than {megabytes} MB</source>
        <translation>{path} : dépasse {megabytes} Mo</translation>
    </message>
    <message>
        <source>{path}: is not a readable safetensors file ({error})</source>
        <translation>{path} : n’est pas un fichier safetensors lisible ({error})</translation>
    </message>
    <message>
        <source>{path}: tensor {name} is {found}</source>
        <translation>{path} : le tenseur {name} est {found}</translation>
    </message>
    <message>
        <source>give an unquantised checkpoint</source>
        <translation>donnez un modèle publié non quantifié</translation>
    </message>
    <message>
        <source>{path}: tensor {name} holds values that are not finite numbers</source>
        <translation>{path} : le tenseur {name} contient des valeurs qui ne sont pas des nombres finis</translation>
    </message>
    <message>
        <source>{path}: tensor {name} is also in {other}</source>
        <translation>{path} : le tenseur {name} est aussi dans {other}</translation>
    </message>
    <message>
        <source>{path}: {prefix}{key} must be {wanted}</source>
        <translation>{path} : {prefix}{key} doit être {wanted}</translation>
    </message>
    <message>
        <source>{path}: {prefix}{key} is {given}, which is not supported</source>
        <translation>{path} : {prefix}{key} vaut {given}, ce qui n’est pas pris en charge</translation>
    </message>
    <message>
        <source>give a checkpoint where it is {wanted}</source>
        <translation>donnez un modèle où il vaut {wanted}</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>un objet</translation>
    </message>
    <message>
        <source>an integer in {low}..{high}</source>
        <translation>un entier dans {low}..{high}</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>vrai ou faux</translation>
    </message>
    <message>
        <source>a string</source>
        <translation>un texte</translation>
    </message>
    <message>
        <source>a list of positive integers</source>
        <translation>une liste d’entiers positifs</translation>
    </message>
    <message>
        <source>a list of {n} numbers</source>
        <translation>une liste de {n} nombres</translation>
    </message>
    <message>
        <source>{out}: is a folder</source>
        <translation>{out} : est un dossier</translation>
    </message>
    <message>
        <source>{out}: does not end in .gguf</source>
        <translation>{out} : ne se termine pas par .gguf</translation>
    </message>
    <message>
        <source>give the name of a .gguf file</source>
        <translation>donnez le nom d’un fichier .gguf</translation>
    </message>
    <message>
        <source>{out}: is what is converted</source>
        <translation>{out} : est ce qui est converti</translation>
    </message>
    <message>
        <source>give another name</source>
        <translation>donnez un autre nom</translation>
    </message>
    <message>
        <source>{source}: tensor {tensor} {problem} (and {n_more} more)</source>
        <translation>{source} : le tenseur {tensor} {problem} (et {n_more} de plus)</translation>
    </message>
    <message>
        <source>{source}: tensor {tensor} {problem}</source>
        <translation>{source} : le tenseur {tensor} {problem}</translation>
    </message>
    <message>
        <source>{source}: {problem}</source>
        <translation>{source} : {problem}</translation>
    </message>
    <message>
        <source>{source} has values too large for {type}</source>
        <translation>{source} a des valeurs trop grandes pour {type}</translation>
    </message>
    <message>
        <source>convert to bf16 or f32</source>
        <translation>convertissez en bf16 ou f32</translation>
    </message>
    <message>
        <source>{name!r} is no name of a published model</source>
        <translation>{name!r} n’est pas le nom d’un modèle publié</translation>
    </message>
    <message>
        <source>give OWNER/REPOSITORY</source>
        <translation>donnez PROPRIÉTAIRE/DÉPÔT</translation>
    </message>
    <message>
        <source>{name}: its licence has not been agreed to</source>
        <translation>{name} : sa licence n’a pas été acceptée</translation>
    </message>
    <message>
        <source>read it and add --agree</source>
        <translation>lisez-la et ajoutez --agree</translation>
    </message>
    <message>
        <source>the package huggingface_hub is missing</source>
        <translation>le paquet huggingface_hub manque</translation>
    </message>
    <message>
        <source>install it: pip install phonoscope[fetch]</source>
        <translation>installez-le : pip install phonoscope[fetch]</translation>
    </message>
    <message>
        <source>permit writing there</source>
        <translation>permettez d’y écrire</translation>
    </message>
    <message>
        <source>{name}: is not on the Hub, or is private</source>
        <translation>{name} : n’est pas sur le Hub, ou est privé</translation>
    </message>
    <message>
        <source>check the name</source>
        <translation>vérifiez le nom</translation>
    </message>
    <message>
        <source>{name}: cannot be fetched ({reason})</source>
        <translation>{name} : ne peut être récupéré ({reason})</translation>
    </message>
    <message>
        <source>check the network; an interrupted fetch goes on where it stopped</source>
        <translation>vérifiez le réseau ; une récupération interrompue reprend où elle s’est arrêtée</translation>
    </message>
    <message>
        <source>metadata key {key} is missing</source>
        <translation>la clé de métadonnées {key} manque</translation>
    </message>
    <message>
        <source>metadata key {key} must be an integer in {low}..{high}</source>
        <translation>la clé de métadonnées {key} doit être un entier dans {low}..{high}</translation>
    </message>
    <message>
        <source>metadata key {key} must be a number in {low}..{high}</source>
        <translation>la clé de métadonnées {key} doit être un nombre dans {low}..{high}</translation>
    </message>
    <message>
        <source>metadata key {key} must be true or false</source>
        <translation>la clé de métadonnées {key} doit être vraie ou fausse</translation>
    </message>
    <message>
        <source>metadata key {key} must be a string</source>
        <translation>la clé de métadonnées {key} doit être un texte</translation>
    </message>
    <message>
        <source>metadata key {key} must be a list of strings</source>
        <translation>la clé de métadonnées {key} doit être une liste de textes</translation>
    </message>
    <message>
        <source>metadata key {key} must be a list of integers</source>
        <translation>la clé de métadonnées {key} doit être une liste d’entiers</translation>
    </message>
    <message>
        <source>put its codec there as {name}, or give the file</source>
        <translation>placez-y son codec sous le nom {name}, ou donnez le fichier</translation>
    </message>
    <message>
        <source>{path}: is a codec, and {n} models beside it fit</source>
        <translation>{path} : est un codec, et {n} modèles à côté vont avec</translation>
    </message>
    <message>
        <source>{path}: is a codec, and no model beside it fits</source>
        <translation>{path} : est un codec, et aucun modèle à côté ne va avec</translation>
    </message>
    <message>
        <source>give the model&apos;s file</source>
        <translation>donnez le fichier du modèle</translation>
    </message>
    <message>
        <source>give the codec&apos;s file that belongs to the model</source>
        <translation>donnez le fichier du codec qui va avec le modèle</translation>
    </message>
    <message>
        <source>give a complete checkpoint, or its codec as well</source>
        <translation>donnez un modèle publié complet, ou son codec aussi</translation>
    </message>
    <message>
        <source>{path}: holds no model</source>
        <translation>{path} : ne contient pas de modèle</translation>
    </message>
    <message>
        <source>give the model&apos;s file and its codec</source>
        <translation>donnez le fichier du modèle et son codec</translation>
    </message>
    <message>
        <source>its codec</source>
        <translation>son codec</translation>
    </message>
    <message>
        <source>{other} does not belong to it: {problem}</source>
        <translation>{other} ne va pas avec : {problem}</translation>
    </message>
    <message>
        <source>{path}: holds neither a model nor a codec</source>
        <translation>{path} : ne contient ni modèle ni codec</translation>
    </message>
    <message>
        <source>give a model that was converted for it</source>
        <translation>donnez un modèle converti pour cela</translation>
    </message>
    <message>
        <source>no codec lies beside it</source>
        <translation>aucun codec n’est à côté</translation>
    </message>
    <message>
        <source>has no codec</source>
        <translation>est sans codec</translation>
    </message>
    <message>
        <source>storage type {value!r} is unknown</source>
        <translation>type de stockage {value!r} inconnu</translation>
    </message>
    <message>
        <source>choose one of {types}</source>
        <translation>choisissez parmi {types}</translation>
    </message>
    <message>
        <source>give a file in 32 or 16 bits, or the published checkpoint</source>
        <translation>donnez un fichier en 32 ou 16 bits, ou le modèle publié</translation>
    </message>
    <message>
        <source>{model}: only a published checkpoint can be pruned</source>
        <translation>{model} : seul un modèle publié peut être élagué</translation>
    </message>
    <message>
        <source>convert that</source>
        <translation>convertissez celui-ci</translation>
    </message>
    <message>
        <source>{path}: is quantised already ({name} is {type})</source>
        <translation>{path} : est déjà quantifié ({name} est {type})</translation>
    </message>
    <message>
        <source>the name of the model is empty</source>
        <translation>le nom du modèle est vide</translation>
    </message>
    <message>
        <source>see phonoscope models list</source>
        <translation>voyez phonoscope models list</translation>
    </message>
    <message>
        <source>{folder}: holds no readable GGUF file of a model and is no checkpoint of a known family</source>
        <translation>{folder} : ne contient pas de fichier GGUF lisible d’un modèle et n’est pas un modèle publié d’une famille connue</translation>
    </message>
    <message>
        <source>give a GGUF file or a Hugging Face folder</source>
        <translation>donnez un fichier GGUF ou un dossier Hugging Face</translation>
    </message>
    <message>
        <source>{folder}: holds {n_models} models</source>
        <translation>{folder} : contient {n_models} modèles</translation>
    </message>
    <message>
        <source>give one of the files, such as {first}</source>
        <translation>donnez l’un des fichiers, par exemple {first}</translation>
    </message>
    <message>
        <source>{model}: is no file, no folder and no name in the store ({names})</source>
        <translation>{model} : n’est ni un fichier, ni un dossier, ni un nom de la réserve ({names})</translation>
    </message>
    <message>
        <source>it is empty</source>
        <translation>elle est vide</translation>
    </message>
    <message>
        <source>{path}: hashing was stopped</source>
        <translation>{path} : le calcul de l’empreinte a été arrêté</translation>
    </message>
    <message>
        <source>give the checkpoint as it was published</source>
        <translation>donnez le modèle tel que publié</translation>
    </message>
    <message>
        <source>{path}: the values of tensor {name} do not lie in it one by one</source>
        <translation>{path} : les valeurs du tenseur {name} n’y sont pas l’une derrière l’autre</translation>
    </message>
    <message>
        <source>{path}: tensor {name} is larger than its values</source>
        <translation>{path} : le tenseur {name} est plus grand que ses valeurs</translation>
    </message>
    <message>
        <source>{path}: is cut short</source>
        <translation>{path} : est tronqué</translation>
    </message>
    <message>
        <source>{path}: its description of tensors is cut short</source>
        <translation>{path} : sa description des tenseurs est tronquée</translation>
    </message>
    <message>
        <source>{path}: describes more than tensors ({what})</source>
        <translation>{path} : décrit autre chose que des tenseurs ({what})</translation>
    </message>
    <message>
        <source>give a complete checkpoint</source>
        <translation>donnez un modèle publié complet</translation>
    </message>
    <message>
        <source>{path}: is no checkpoint of PyTorch 1.6 or later ({error})</source>
        <translation>{path} : n’est pas un modèle de PyTorch 1.6 ou plus récent ({error})</translation>
    </message>
    <message>
        <source>{path}: holds no readable description of tensors</source>
        <translation>{path} : ne contient pas de description lisible de tenseurs</translation>
    </message>
    <message>
        <source>{path}: was written by a big-endian machine</source>
        <translation>{path} : a été écrit par une machine gros-boutiste</translation>
    </message>
    <message>
        <source>{path}: its description of tensors is damaged ({error})</source>
        <translation>{path} : sa description des tenseurs est abîmée ({error})</translation>
    </message>
    <message>
        <source>has shape {found}, declared is {wanted}</source>
        <translation>a la forme {found}, {wanted} est déclaré</translation>
    </message>
    <message>
        <source>is missing</source>
        <translation>manque</translation>
    </message>
    <message>
        <source>is {type}, which cannot be read as weights</source>
        <translation>est {type}, ce qui ne se lit pas comme poids</translation>
    </message>
    <message>
        <source>holds {n} values that are not finite numbers</source>
        <translation>contient {n} valeurs qui ne sont pas des nombres finis</translation>
    </message>
    <message>
        <source>{problem} ({hint})</source>
        <translation>{problem} ({hint})</translation>
    </message>
    <message>
        <source>give a golden.npz as the golden recorder of this family writes it</source>
        <translation>donnez un golden.npz tel que l’écrit l’enregistreur de cette famille</translation>
    </message>
    <message>
        <source>check the name of the golden file</source>
        <translation>vérifiez le nom du fichier de référence</translation>
    </message>
    <message>
        <source>{path}: is no golden file ({error})</source>
        <translation>{path} : n’est pas un fichier de référence ({error})</translation>
    </message>
    <message>
        <source>{path}: {name} holds {dtype}, not numbers</source>
        <translation>{path} : {name} contient {dtype}, pas des nombres</translation>
    </message>
    <message>
        <source>{path}: has {name} {ours}, the golden file was recorded with {value}</source>
        <translation>{path} : a {name} {ours}, le fichier de référence a été enregistré avec {value}</translation>
    </message>
    <message>
        <source>give the model that the golden file was made with</source>
        <translation>donnez le modèle qui a produit le fichier de référence</translation>
    </message>
    <message>
        <source>{path}: unpacks to more than {gigabytes} GiB</source>
        <translation>{path} : se déploie en plus de {gigabytes} Gio</translation>
    </message>
    <message>
        <source>{path}: its arrays do not fit together ({error})</source>
        <translation>{path} : ses tableaux ne vont pas ensemble ({error})</translation>
    </message>
    <message>
        <source>{what}: the digests are damaged</source>
        <translation>{what} : les empreintes sont abîmées</translation>
    </message>
    <message>
        <source>give a file that say --recipe wrote</source>
        <translation>donnez un fichier écrit par say --recipe</translation>
    </message>
    <message>
        <source>{what}: is no recipe of Phonoscope</source>
        <translation>{what} : n’est pas une recette de Phonoscope</translation>
    </message>
    <message>
        <source>{what}: version {version} is unknown</source>
        <translation>{what} : la version {version} est inconnue</translation>
    </message>
    <message>
        <source>{what}: {error}</source>
        <translation>{what} : {error}</translation>
    </message>
    <message>
        <source>check the name of the recipe</source>
        <translation>vérifiez le nom de la recette</translation>
    </message>
    <message>
        <source>no model is given</source>
        <translation>aucun modèle n’est donné</translation>
    </message>
    <message>
        <source>give one with --model: a name, a GGUF file or a checkpoint folder</source>
        <translation>donnez-en un avec --model : un nom, un fichier GGUF ou le dossier d’un modèle</translation>
    </message>
    <message>
        <source>a voice of kind {kind} and source {source!r} do not go together</source>
        <translation>une voix de sorte {kind} et la source {source!r} ne vont pas ensemble</translation>
    </message>
    <message>
        <source>the text</source>
        <translation>le texte</translation>
    </message>
    <message>
        <source>split it into several requests</source>
        <translation>partagez-le en plusieurs demandes</translation>
    </message>
    <message>
        <source>the instruction</source>
        <translation>l’instruction</translation>
    </message>
    <message>
        <source>{n_voices} voices take part; at most {maximum} are taken</source>
        <translation>{n_voices} voix prennent part ; {maximum} au plus sont admises</translation>
    </message>
    <message>
        <source>split the text</source>
        <translation>partagez le texte</translation>
    </message>
    <message>
        <source>a voice of the cast has no name</source>
        <translation>une voix de la distribution est sans nom</translation>
    </message>
    <message>
        <source>unknown backend {backend!r}</source>
        <translation>moteur de calcul {backend!r} inconnu</translation>
    </message>
    <message>
        <source>the backends are {backends}</source>
        <translation>les moteurs de calcul sont {backends}</translation>
    </message>
    <message>
        <source>{what}: is no request of Phonoscope</source>
        <translation>{what} : n’est pas une demande de Phonoscope</translation>
    </message>
    <message>
        <source>taps: {name!r} is no layer</source>
        <translation>taps : {name!r} n’est pas une couche</translation>
    </message>
    <message>
        <source>write group.number, for example talker.3</source>
        <translation>écrivez groupe.numéro, par exemple talker.3</translation>
    </message>
    <message>
        <source>this model cannot go on from other speech</source>
        <translation>ce modèle ne peut continuer une autre parole</translation>
    </message>
    <message>
        <source>leave the continuation out</source>
        <translation>laissez la suite de côté</translation>
    </message>
    <message>
        <source>a continuation is of latents, and of one voice</source>
        <translation>une suite est faite de latents, et d’une seule voix</translation>
    </message>
    <message>
        <source>give no other voices</source>
        <translation>ne donnez pas d’autres voix</translation>
    </message>
    <message>
        <source>taps: {name!r} is in no tap group</source>
        <translation>taps : {name!r} n’est dans aucun groupe d’états</translation>
    </message>
    <message>
        <source>the groups are {groups}</source>
        <translation>les groupes sont {groups}</translation>
    </message>
    <message>
        <source>the text broke off: {error}</source>
        <translation>le texte s’est interrompu : {error}</translation>
    </message>
    <message>
        <source>a text</source>
        <translation>un texte</translation>
    </message>
    <message>
        <source>{place} must be {wanted}, not {found}</source>
        <translation>{place} doit être {wanted}, pas {found}</translation>
    </message>
    <message>
        <source>{what}: {n_bytes} bytes are too much</source>
        <translation>{what} : {n_bytes} octets, c’est trop</translation>
    </message>
    <message>
        <source>at most {max_bytes} are read</source>
        <translation>{max_bytes} au plus sont lus</translation>
    </message>
    <message>
        <source>{place}: unknown key {key!r}</source>
        <translation>{place} : clé {key!r} inconnue</translation>
    </message>
    <message>
        <source>the keys are {known}</source>
        <translation>les clés sont {known}</translation>
    </message>
    <message>
        <source>{place}: the key {key!r} is missing</source>
        <translation>{place} : la clé {key!r} manque</translation>
    </message>
    <message>
        <source>check the file</source>
        <translation>vérifiez le fichier</translation>
    </message>
    <message>
        <source>{what}: is nested too deeply</source>
        <translation>{what} : est imbriqué trop profondément</translation>
    </message>
    <message>
        <source>{what}: is not valid JSON ({error})</source>
        <translation>{what} : n’est pas du JSON valable ({error})</translation>
    </message>
    <message>
        <source>{what}: {problem}</source>
        <translation>{what} : {problem}</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>une liste</translation>
    </message>
    <message>
        <source>an object of numbers and switches</source>
        <translation>un objet de nombres et d’interrupteurs</translation>
    </message>
    <message>
        <source>one of {values}</source>
        <translation>l’un de {values}</translation>
    </message>
    <message>
        <source>{name}: {found} is no range</source>
        <translation>{name} : {found} n’est pas une plage</translation>
    </message>
    <message>
        <source>write first:last:step, for example 0.5:1.0:0.1</source>
        <translation>écrivez premier:dernier:pas, par exemple 0,5:1,0:0,1</translation>
    </message>
    <message>
        <source>a sweep of {n_items} takes is not possible</source>
        <translation>une série de {n_items} prises n’est pas possible</translation>
    </message>
    <message>
        <source>try 1 to {maximum} combinations</source>
        <translation>essayez 1 à {maximum} combinaisons</translation>
    </message>
    <message>
        <source>{name}: {text!r} is no number</source>
        <translation>{name} : {text!r} n’est pas un nombre</translation>
    </message>
    <message>
        <source>write for example 0.7, 0.9</source>
        <translation>écrivez par exemple 0,7 ; 0,9</translation>
    </message>
    <message>
        <source>what goes on from other speech must be known as a whole</source>
        <translation>ce qui continue une autre parole doit être connu en entier</translation>
    </message>
    <message>
        <source>give the text at once</source>
        <translation>donnez le texte d’un coup</translation>
    </message>
    <message>
        <source>a value is not finite ({stage} layer {layer}, step {step}, {operation})</source>
        <translation>une valeur n’est pas finie ({stage}, couche {layer}, pas {step}, {operation})</translation>
    </message>
    <message>
        <source>check the model with phonoscope models verify</source>
        <translation>vérifiez le modèle avec phonoscope models verify</translation>
    </message>
    <message>
        <source>{suffix} is no format of export</source>
        <translation>{suffix} n’est pas un format d’exportation</translation>
    </message>
    <message>
        <source>use one of {suffixes}</source>
        <translation>utilisez l’un de {suffixes}</translation>
    </message>
    <message>
        <source>{file}: the take has no sound</source>
        <translation>{file} : la prise est sans son</translation>
    </message>
    <message>
        <source>choose another take, or export a bundle</source>
        <translation>choisissez une autre prise, ou exportez une archive</translation>
    </message>
    <message>
        <source>give another folder</source>
        <translation>donnez un autre dossier</translation>
    </message>
    <message>
        <source>{path}: the export was stopped</source>
        <translation>{path} : l’exportation a été arrêtée</translation>
    </message>
    <message>
        <source>{path}: is of another version</source>
        <translation>{path} : est d’une autre version</translation>
    </message>
    <message>
        <source>{path}: is damaged</source>
        <translation>{path} : est abîmé</translation>
    </message>
    <message>
        <source>delete the take</source>
        <translation>supprimez la prise</translation>
    </message>
    <message>
        <source>{folder}: cannot be written ({error})</source>
        <translation>{folder} : ne peut être écrit ({error})</translation>
    </message>
    <message>
        <source>name pattern: unknown field {field}</source>
        <translation>modèle de nom : champ {field} inconnu</translation>
    </message>
    <message>
        <source>name pattern: a brace is missing</source>
        <translation>modèle de nom : il manque une accolade</translation>
    </message>
    <message>
        <source>the fields are {fields}</source>
        <translation>les champs sont {fields}</translation>
    </message>
    <message>
        <source>{what}: is of version {version}</source>
        <translation>{what} : est de la version {version}</translation>
    </message>
    <message>
        <source>{what}: is damaged</source>
        <translation>{what} : est abîmé</translation>
    </message>
    <message>
        <source>remove it: it is made again from the takes</source>
        <translation>supprimez-le : il est refait à partir des prises</translation>
    </message>
    <message>
        <source>the text must be a string, not {kind}</source>
        <translation>le texte doit être une chaîne, pas {kind}</translation>
    </message>
    <message>
        <source>segment limits {target} and {maximum} do not fit</source>
        <translation>les limites de segment {target} et {maximum} ne vont pas ensemble</translation>
    </message>
    <message>
        <source>use 1 &lt;= target &lt;= maximum, the maximum within 3..10000</source>
        <translation>utilisez 1 &lt;= but &lt;= maximum, le maximum dans 3..10000</translation>
    </message>
    <message>
        <source>the token list lacks {n_missing} of the 256 bytes</source>
        <translation>la liste des jetons est sans {n_missing} des 256 octets</translation>
    </message>
    <message>
        <source>the merge {merge!r} does not fit the token list</source>
        <translation>la fusion {merge!r} ne va pas avec la liste des jetons</translation>
    </message>
    <message>
        <source>shorten it</source>
        <translation>raccourcissez</translation>
    </message>
    <message>
        <source>{name} must be a text, not {kind}</source>
        <translation>{name} doit être un texte, pas {kind}</translation>
    </message>
    <message>
        <source>{name} has {n} characters; at most {maximum} are taken</source>
        <translation>{name} a {n} caractères ; {maximum} au plus sont admis</translation>
    </message>
    <message>
        <source>{name} {value!r} holds a null character</source>
        <translation>{name} {value!r} contient un caractère nul</translation>
    </message>
    <message>
        <source>rename the file</source>
        <translation>renommez le fichier</translation>
    </message>
    <message>
        <source>use {minimum} to {maximum}</source>
        <translation>utilisez {minimum} à {maximum}</translation>
    </message>
    <message>
        <source>{name} must be 64 hexadecimal digits</source>
        <translation>{name} doit être fait de 64 chiffres hexadécimaux</translation>
    </message>
    <message>
        <source>{name} {value!r} is not valid Unicode</source>
        <translation>{name} {value!r} n’est pas de l’Unicode valable</translation>
    </message>
    <message>
        <source>the file may be cut short; save the voice again</source>
        <translation>le fichier est peut-être tronqué ; enregistrez la voix de nouveau</translation>
    </message>
    <message>
        <source>check the name of the voice file</source>
        <translation>vérifiez le nom du fichier de la voix</translation>
    </message>
    <message>
        <source>{path}: is no readable .npz file</source>
        <translation>{path} : n’est pas un fichier .npz lisible</translation>
    </message>
    <message>
        <source>{path}: {n_bytes} bytes are more than any voice</source>
        <translation>{path} : {n_bytes} octets, c’est plus que toute voix</translation>
    </message>
    <message>
        <source>this is probably another kind of file</source>
        <translation>c’est sans doute une autre sorte de fichier</translation>
    </message>
    <message>
        <source>{path}: is no readable safetensors file ({error})</source>
        <translation>{path} : n’est pas un fichier safetensors lisible ({error})</translation>
    </message>
    <message>
        <source>{path}: unpacks to more than any voice</source>
        <translation>{path} : se déploie en plus que toute voix</translation>
    </message>
    <message>
        <source>{path}: holds {n_arrays} arrays</source>
        <translation>{path} : contient {n_arrays} tableaux</translation>
    </message>
    <message>
        <source>{name}: this model cannot judge how its voices sound</source>
        <translation>{name} : ce modèle ne peut juger comment sonnent ses voix</translation>
    </message>
    <message>
        <source>use one that has encoders</source>
        <translation>prenez-en un qui a des encodeurs</translation>
    </message>
    <message>
        <source>the blend was not heard to the end</source>
        <translation>le mélange n’a pas été écouté jusqu’au bout</translation>
    </message>
    <message>
        <source>begin again when there is time</source>
        <translation>recommencez quand vous aurez le temps</translation>
    </message>
    <message>
        <source>the name of a voice</source>
        <translation>le nom d’une voix</translation>
    </message>
    <message>
        <source>{name!r} cannot be the name of a voice</source>
        <translation>{name!r} ne peut être le nom d’une voix</translation>
    </message>
    <message>
        <source>leave out = / \ and &apos; + &apos;, and a leading dot or dash</source>
        <translation>laissez de côté = / \ et &apos; + &apos;, et un point ou un tiret au début</translation>
    </message>
    <message>
        <source>{n_tags} tags are too many, or one is there twice</source>
        <translation>{n_tags} étiquettes, c’est trop, ou l’une y est deux fois</translation>
    </message>
    <message>
        <source>at most {maximum} different ones</source>
        <translation>{maximum} différentes au plus</translation>
    </message>
    <message>
        <source>{language!r} cannot be the language of a voice</source>
        <translation>{language!r} ne peut être la langue d’une voix</translation>
    </message>
    <message>
        <source>write it in English and in lower case, as in english</source>
        <translation>écrivez-la en anglais et en minuscules, comme english</translation>
    </message>
    <message>
        <source>the licence</source>
        <translation>la licence</translation>
    </message>
    <message>
        <source>notes of {n_characters} characters are too long</source>
        <translation>des notes de {n_characters} caractères sont trop longues</translation>
    </message>
    <message>
        <source>at most {maximum}</source>
        <translation>{maximum} au plus</translation>
    </message>
    <message>
        <source>{what} {text!r} is no line of at most {maximum} characters</source>
        <translation>{what} {text!r} n’est pas une ligne de {maximum} caractères au plus</translation>
    </message>
    <message>
        <source>{what} {text!r} is malformed</source>
        <translation>{what} {text!r} est mal formé</translation>
    </message>
    <message>
        <source>correct it</source>
        <translation>corrigez-le</translation>
    </message>
    <message>
        <source>an ingredient&apos;s name</source>
        <translation>le nom d’un ingrédient</translation>
    </message>
    <message>
        <source>an ingredient&apos;s hash</source>
        <translation>l’empreinte d’un ingrédient</translation>
    </message>
    <message>
        <source>ingredient {name!r} has no sensible weight or stretch</source>
        <translation>l’ingrédient {name!r} n’a pas de poids ou d’étirement sensé</translation>
    </message>
    <message>
        <source>make the voice again</source>
        <translation>refaites la voix</translation>
    </message>
    <message>
        <source>the model</source>
        <translation>le modèle</translation>
    </message>
    <message>
        <source>the subject</source>
        <translation>le sujet</translation>
    </message>
    <message>
        <source>the model&apos;s hash</source>
        <translation>l’empreinte du modèle</translation>
    </message>
    <message>
        <source>the recipe is too long</source>
        <translation>la recette est trop longue</translation>
    </message>
    <message>
        <source>at most {maximum} ingredients are kept</source>
        <translation>{maximum} ingrédients au plus sont gardés</translation>
    </message>
    <message>
        <source>a number of the recipe is out of range</source>
        <translation>un nombre de la recette est hors limites</translation>
    </message>
    <message>
        <source>{name}: a voice of kind {kind} has no file</source>
        <translation>{name} : une voix de sorte {kind} n’a pas de fichier</translation>
    </message>
    <message>
        <source>name it to the model instead</source>
        <translation>donnez plutôt son nom au modèle</translation>
    </message>
    <message>
        <source>{name}: its dimensions make no sense</source>
        <translation>{name} : ses dimensions n’ont pas de sens</translation>
    </message>
    <message>
        <source>extract the voice again</source>
        <translation>extrayez la voix de nouveau</translation>
    </message>
    <message>
        <source>lacks {missing}</source>
        <translation>est sans {missing}</translation>
    </message>
    <message>
        <source>name every voice, or leave it out</source>
        <translation>nommez chaque voix, ou supprimez-la</translation>
    </message>
    <message>
        <source>the source&apos;s hash</source>
        <translation>l’empreinte de la source</translation>
    </message>
    <message>
        <source>the source</source>
        <translation>la source</translation>
    </message>
    <message>
        <source>the date</source>
        <translation>la date</translation>
    </message>
    <message>
        <source>a tag</source>
        <translation>une étiquette</translation>
    </message>
    <message>
        <source>{tag!r} cannot be a tag</source>
        <translation>{tag!r} ne peut être une étiquette</translation>
    </message>
    <message>
        <source>write a word or two, without a comma</source>
        <translation>écrivez un mot ou deux, sans virgule</translation>
    </message>
    <message>
        <source>tag voices as female and male</source>
        <translation>étiquetez des voix comme female et male</translation>
    </message>
    <message>
        <source>there is no direction {subject!r}</source>
        <translation>il n’y a pas de direction {subject!r}</translation>
    </message>
    <message>
        <source>choose one of {properties}</source>
        <translation>choisissez parmi {properties}</translation>
    </message>
    <message>
        <source>the {subject} of only {n_known} voices is known</source>
        <translation>la propriété {subject} n’est connue que de {n_known} voix</translation>
    </message>
    <message>
        <source>make their previews with: phonoscope voices preview --all</source>
        <translation>faites leurs aperçus avec : phonoscope voices preview --all</translation>
    </message>
    <message>
        <source>{model}: is not the model that the voice was made with</source>
        <translation>{model} : n’est pas le modèle avec lequel la voix a été faite</translation>
    </message>
    <message>
        <source>give that one with --model</source>
        <translation>donnez celui-là avec --model</translation>
    </message>
    <message>
        <source>{model}: this model cannot take a voice from a recording</source>
        <translation>{model} : ce modèle ne peut tirer une voix d’un enregistrement</translation>
    </message>
    <message>
        <source>use a model that has encoders</source>
        <translation>prenez un modèle qui a des encodeurs</translation>
    </message>
    <message>
        <source>{path}: {suffix} is no kind of voice file</source>
        <translation>{path} : {suffix} n’est pas une sorte de fichier de voix</translation>
    </message>
    <message>
        <source>give one of {suffixes}</source>
        <translation>donnez l’un de {suffixes}</translation>
    </message>
    <message>
        <source>{name}: has no reference codes</source>
        <translation>{name} : est sans codes de référence</translation>
    </message>
    <message>
        <source>export it as .spk or .safetensors</source>
        <translation>exportez-la en .spk ou .safetensors</translation>
    </message>
    <message>
        <source>{name}: has no x-vector for {file}</source>
        <translation>{name} : est sans x-vecteur pour {file}</translation>
    </message>
    <message>
        <source>export it as .safetensors</source>
        <translation>exportez-la en .safetensors</translation>
    </message>
    <message>
        <source>reference codes are of one clip</source>
        <translation>les codes de référence sont ceux d’un seul extrait</translation>
    </message>
    <message>
        <source>give one recording with its transcript</source>
        <translation>donnez un enregistrement avec sa transcription</translation>
    </message>
    <message>
        <source>a voice is made of 1 to {maximum} clips, not {n_clips}</source>
        <translation>une voix est faite de 1 à {maximum} extraits, pas {n_clips}</translation>
    </message>
    <message>
        <source>choose the best ones</source>
        <translation>choisissez les meilleurs</translation>
    </message>
    <message>
        <source>latents are of one clip</source>
        <translation>les latents sont ceux d’un seul extrait</translation>
    </message>
    <message>
        <source>join the recordings into one file</source>
        <translation>joignez les enregistrements en un fichier</translation>
    </message>
    <message>
        <source>reference codes need a transcript</source>
        <translation>les codes de référence demandent une transcription</translation>
    </message>
    <message>
        <source>say what is said in the recording</source>
        <translation>dites ce qui est dit dans l’enregistrement</translation>
    </message>
    <message>
        <source>make a voice of a recording with phonoscope voices extract, or give {suffixes}</source>
        <translation>faites une voix d’un enregistrement avec phonoscope voices extract, ou donnez {suffixes}</translation>
    </message>
    <message>
        <source>{path}: is no file</source>
        <translation>{path} : n’est pas un fichier</translation>
    </message>
    <message>
        <source>{name}: {n_bytes} bytes are no whole number of frames of {n_codebooks} codes of {n_bits} bits</source>
        <translation>{name} : {n_bytes} octets ne font pas un nombre entier de trames de {n_codebooks} codes de {n_bits} bits</translation>
    </message>
    <message>
        <source>{path}: holds neither an x-vector nor a table of codes</source>
        <translation>{path} : ne contient ni x-vecteur ni tableau de codes</translation>
    </message>
    <message>
        <source>save one of each at most, and nothing else</source>
        <translation>enregistrez-en un de chaque au plus, et rien d’autre</translation>
    </message>
    <message>
        <source>{path}: {n_frames} frames of codes</source>
        <translation>{path} : {n_frames} trames de codes</translation>
    </message>
    <message>
        <source>cut the recording to 3-10 seconds</source>
        <translation>coupez l’enregistrement à 3-10 secondes</translation>
    </message>
    <message>
        <source>{path}: {n_bytes} bytes are no float32 x-vector (4 bytes a value)</source>
        <translation>{path} : {n_bytes} octets ne sont pas un x-vecteur float32 (4 octets par valeur)</translation>
    </message>
    <message>
        <source>the file may be cut short</source>
        <translation>le fichier est peut-être tronqué</translation>
    </message>
    <message>
        <source>{path}: larger than any voice ({maximum} bytes)</source>
        <translation>{path} : plus grand que toute voix ({maximum} octets)</translation>
    </message>
    <message>
        <source>{path}: codes need a transcript</source>
        <translation>{path} : des codes demandent une transcription</translation>
    </message>
    <message>
        <source>write what they say to {sidecar} or pass it along</source>
        <translation>écrivez ce qu’ils disent dans {sidecar}, ou donnez-le avec</translation>
    </message>
    <message>
        <source>{path}: the transcript is not UTF-8 text</source>
        <translation>{path} : la transcription n’est pas un texte en UTF-8</translation>
    </message>
    <message>
        <source>save it as UTF-8</source>
        <translation>enregistrez-la en UTF-8</translation>
    </message>
    <message>
        <source>{path}: is no readable .npy file</source>
        <translation>{path} : n’est pas un fichier .npy lisible</translation>
    </message>
    <message>
        <source>{text!r} is no part of a blend</source>
        <translation>{text!r} n’est pas une part d’un mélange</translation>
    </message>
    <message>
        <source>write NAME=SHARE, for example anna=0.7</source>
        <translation>écrivez NOM=PART, par exemple anna=0.7</translation>
    </message>
    <message>
        <source>{text!r}... has {n_voices} voices</source>
        <translation>{text!r}... a {n_voices} voix</translation>
    </message>
    <message>
        <source>at most {maximum} go together</source>
        <translation>{maximum} au plus vont ensemble</translation>
    </message>
    <message>
        <source>{text!r} is no sum of voices</source>
        <translation>{text!r} n’est pas une somme de voix</translation>
    </message>
    <message>
        <source>write for example &apos;anna - ben + 0.5*carla&apos;</source>
        <translation>écrivez par exemple &apos;anna - ben + 0.5*carla&apos;</translation>
    </message>
    <message>
        <source>there is no voice {name!r} in the library</source>
        <translation>il n’y a pas de voix {name!r} dans la bibliothèque</translation>
    </message>
    <message>
        <source>phonoscope voices list shows all</source>
        <translation>phonoscope voices list les montre toutes</translation>
    </message>
    <message>
        <source>these shares make no mixture of {n_voices} voices</source>
        <translation>ces parts ne font pas un mélange de {n_voices} voix</translation>
    </message>
    <message>
        <source>{source}: holds {kind}, not {wanted}</source>
        <translation>{source} : contient {kind}, pas {wanted}</translation>
    </message>
    <message>
        <source>correct the request</source>
        <translation>corrigez la demande</translation>
    </message>
    <message>
        <source>{source}: the voice has changed since the request was made</source>
        <translation>{source} : la voix a changé depuis la demande</translation>
    </message>
    <message>
        <source>use the old file</source>
        <translation>prenez l’ancien fichier</translation>
    </message>
    <message>
        <source>{source}: its parts and their hashes do not go together</source>
        <translation>{source} : ses parties et leurs empreintes ne vont pas ensemble</translation>
    </message>
    <message>
        <source>{name}: has no x-vector to blend</source>
        <translation>{name} : est sans x-vecteur à mélanger</translation>
    </message>
    <message>
        <source>choose another voice</source>
        <translation>choisissez une autre voix</translation>
    </message>
    <message>
        <source>{text!r}: the voices belong to models of different sizes</source>
        <translation>{text!r} : les voix appartiennent à des modèles de tailles différentes</translation>
    </message>
    <message>
        <source>blend voices of one model</source>
        <translation>mélangez des voix d’un même modèle</translation>
    </message>
    <message>
        <source>{folder!r} is the folder of the voices that come along</source>
        <translation>{folder!r} est le dossier des voix fournies avec le programme</translation>
    </message>
    <message>
        <source>{name}: {n_bad} of {n_values} values of the x-vector are not finite, or larger than any voice&apos;s</source>
        <translation>{name} : {n_bad} des {n_values} valeurs du x-vecteur ne sont pas finies, ou sont plus grandes que celles de toute voix</translation>
    </message>
    <message>
        <source>the work was stopped</source>
        <translation>le travail a été arrêté</translation>
    </message>
    <message>
        <source>begin it again to have all of it done</source>
        <translation>recommencez-le pour qu’il soit fait en entier</translation>
    </message>
    <message>
        <source>cannot be opened ({error})</source>
        <translation>ne peut être ouvert ({error})</translation>
    </message>
    <message>
        <source>is not a regular file</source>
        <translation>n’est pas un fichier ordinaire</translation>
    </message>
    <message>
        <source>is empty</source>
        <translation>est vide</translation>
    </message>
    <message>
        <source>cannot be mapped</source>
        <translation>ne peut être projeté en mémoire</translation>
    </message>
    <message>
        <source>is not a GGUF file</source>
        <translation>n’est pas un fichier GGUF</translation>
    </message>
    <message>
        <source>has GGUF version {version}; versions 2 and 3 (little-endian) can be read</source>
        <translation>est de la version GGUF {version} ; les versions 2 et 3 (petit-boutistes) sont lues</translation>
    </message>
    <message>
        <source>ends inside {what}</source>
        <translation>se termine dans {what}</translation>
    </message>
    <message>
        <source>{what} is {n_bytes} bytes long, 1 to {maximum} are allowed</source>
        <translation>{what} fait {n_bytes} octets, 1 à {maximum} sont admis</translation>
    </message>
    <message>
        <source>{what} is not printable text</source>
        <translation>{what} n’est pas un texte imprimable</translation>
    </message>
    <message>
        <source>metadata key {key} claims {n} elements</source>
        <translation>la clé de métadonnées {key} annonce {n} éléments</translation>
    </message>
    <message>
        <source>metadata key {key} has unknown type {type}</source>
        <translation>la clé de métadonnées {key} a le type inconnu {type}</translation>
    </message>
    <message>
        <source>metadata key {key} holds a string that is not UTF-8 text</source>
        <translation>la clé de métadonnées {key} contient un texte qui n’est pas en UTF-8</translation>
    </message>
    <message>
        <source>metadata key {key} is listed twice</source>
        <translation>la clé de métadonnées {key} y est deux fois</translation>
    </message>
    <message>
        <source>metadata key {key} must be {wanted}</source>
        <translation>la clé de métadonnées {key} doit être {wanted}</translation>
    </message>
    <message>
        <source>metadata key {key} must be a positive number</source>
        <translation>la clé de métadonnées {key} doit être un nombre positif</translation>
    </message>
    <message>
        <source>metadata key {key} = {value} is not a plausible dimension</source>
        <translation>la clé de métadonnées {key} = {value} n’est pas une dimension plausible</translation>
    </message>
    <message>
        <source>metadata key {key} is not a list of 1 to {maximum} plausible dimensions</source>
        <translation>la clé de métadonnées {key} n’est pas une liste de 1 à {maximum} dimensions plausibles</translation>
    </message>
    <message>
        <source>metadata key {key} is not a short list of rate factors</source>
        <translation>la clé de métadonnées {key} n’est pas une courte liste de facteurs</translation>
    </message>
    <message>
        <source>metadata keys {prefix}*: {n_heads} heads do not divide a width of {width} into pairs</source>
        <translation>clés de métadonnées {prefix}* : {n_heads} têtes ne divisent pas une largeur de {width} en paires</translation>
    </message>
    <message>
        <source>general.alignment must be a power of two in 8..1048576</source>
        <translation>general.alignment doit être une puissance de deux dans 8..1048576</translation>
    </message>
    <message>
        <source>tensor {name} is listed twice</source>
        <translation>le tenseur {name} y est deux fois</translation>
    </message>
    <message>
        <source>tensor {name} has {n} dimensions, 1 to 4 are allowed</source>
        <translation>le tenseur {name} a {n} dimensions, 1 à 4 sont admises</translation>
    </message>
    <message>
        <source>tensor {name} has impossible dimension {n}</source>
        <translation>le tenseur {name} a une dimension impossible, {n}</translation>
    </message>
    <message>
        <source>tensor {name} has unknown type {type}</source>
        <translation>le tenseur {name} a le type inconnu {type}</translation>
    </message>
    <message>
        <source>tensor {name} has rows of {n} values, not a multiple of {block} as {type} needs</source>
        <translation>le tenseur {name} a des lignes de {n} valeurs, pas un multiple de {block} comme le demande {type}</translation>
    </message>
    <message>
        <source>tensor {name} is not aligned to {n_bytes} bytes</source>
        <translation>le tenseur {name} n’est pas aligné sur {n_bytes} octets</translation>
    </message>
    <message>
        <source>tensor {name} reaches past the end of the file</source>
        <translation>le tenseur {name} dépasse la fin du fichier</translation>
    </message>
    <message>
        <source>tensor {name} is missing</source>
        <translation>le tenseur {name} manque</translation>
    </message>
    <message>
        <source>tensor {name} has shape {found}, the declared dimensions ask for {wanted}</source>
        <translation>le tenseur {name} a la forme {found}, les dimensions déclarées demandent {wanted}</translation>
    </message>
    <message>
        <source>tensor {name} is {type}, it must be f32</source>
        <translation>le tenseur {name} est {type}, il doit être f32</translation>
    </message>
    <message>
        <source>tensor {name} is {type}, weights must be f32, f16, bf16, q8_0, q4_0, q4_K, q5_K or q6_K</source>
        <translation>le tenseur {name} est {type}, les poids doivent être f32, f16, bf16, q8_0, q4_0, q4_K, q5_K ou q6_K</translation>
    </message>
    <message>
        <source>tensors {name} and {other} overlap</source>
        <translation>les tenseurs {name} et {other} se recouvrent</translation>
    </message>
    <message>
        <source>tensors of type {type} cannot be read as numbers</source>
        <translation>les tenseurs de type {type} ne se lisent pas comme des nombres</translation>
    </message>
    <message>
        <source>has no talker weights</source>
        <translation>est sans poids du parleur</translation>
    </message>
    <message>
        <source>has no speech tokenizer encoder</source>
        <translation>est sans encodeur du découpage de la parole</translation>
    </message>
    <message>
        <source>has no speaker encoder</source>
        <translation>est sans encodeur de locuteur</translation>
    </message>
    <message>
        <source>has no encoder</source>
        <translation>est sans encodeur</translation>
    </message>
    <message>
        <source>has no Echo-TTS transformer</source>
        <translation>est sans transformeur Echo-TTS</translation>
    </message>
    <message>
        <source>was converted without the latent encoder, which blocks and continuations need</source>
        <translation>a été converti sans l’encodeur de latents, que demandent les blocs et les suites</translation>
    </message>
    <message>
        <source>codebook dimensions do not fit together</source>
        <translation>les dimensions des dictionnaires de codes ne vont pas ensemble</translation>
    </message>
    <message>
        <source>speech tokenizer dimensions do not fit together</source>
        <translation>les dimensions du découpage de la parole ne vont pas ensemble</translation>
    </message>
    <message>
        <source>speech tokenizer encoder dimensions do not fit together</source>
        <translation>les dimensions de l’encodeur du découpage de la parole ne vont pas ensemble</translation>
    </message>
    <message>
        <source>the declared dimensions do not fit together</source>
        <translation>les dimensions déclarées ne vont pas ensemble</translation>
    </message>
    <message>
        <source>{stack} dimensions do not fit together (layers {n_layers}, heads {n_heads}/{n_kv_heads} x {width})</source>
        <translation>{stack} : les dimensions ne vont pas ensemble (couches {n_layers}, têtes {n_heads}/{n_kv_heads} x {width})</translation>
    </message>
    <message>
        <source>mixer dimensions do not fit together (heads {n_heads} x {width}, groups {n_groups})</source>
        <translation>les dimensions du mélangeur ne vont pas ensemble (têtes {n_heads} x {width}, groupes {n_groups})</translation>
    </message>
    <message>
        <source>the codec&apos;s transformer dimensions do not fit together (layers {n_layers}, heads {n_heads}/{n_kv_heads} x {width}, window {window})</source>
        <translation>les dimensions du transformeur du codec ne vont pas ensemble (couches {n_layers}, têtes {n_heads}/{n_kv_heads} x {width}, fenêtre {window})</translation>
    </message>
    <message>
        <source>the decoder&apos;s transformer is {width} wide, its input {wanted}</source>
        <translation>le transformeur du décodeur a la largeur {width}, son entrée {wanted}</translation>
    </message>
    <message>
        <source>the decoder&apos;s width cannot be halved by each of its {n} blocks</source>
        <translation>la largeur du décodeur ne peut être réduite de moitié par chacun de ses {n} blocs</translation>
    </message>
    <message>
        <source>the encoder&apos;s transformers are {width} and {other} wide, their inputs {wanted} and {other_wanted}</source>
        <translation>les transformeurs de l’encodeur ont les largeurs {width} et {other}, leurs entrées {wanted} et {other_wanted}</translation>
    </message>
    <message>
        <source>the encoder&apos;s rates multiply to an implausible number of samples a frame</source>
        <translation>les facteurs de l’encodeur donnent un nombre invraisemblable d’échantillons par trame</translation>
    </message>
    <message>
        <source>the upsampling ratios multiply to an implausible number of samples a frame</source>
        <translation>les rapports de suréchantillonnage donnent un nombre invraisemblable d’échantillons par trame</translation>
    </message>
    <message>
        <source>the speaker encoder&apos;s {n} channels do not make {n_groups} groups</source>
        <translation>les {n} canaux de l’encodeur de locuteur ne font pas {n_groups} groupes</translation>
    </message>
    <message>
        <source>code_pred.mtp_proj.weight is missing although talker and predictor widths differ</source>
        <translation>code_pred.mtp_proj.weight manque alors que les largeurs du parleur et du prédicteur diffèrent</translation>
    </message>
    <message>
        <source>decodes {n} codebooks of {size}, but {model} predicts {n_wanted} of {size_wanted}</source>
        <translation>décode {n} dictionnaires de {size} codes, mais {model} en prédit {n_wanted} de {size_wanted}</translation>
    </message>
    <message>
        <source>decodes {n} codebooks, the first of {size}, but {model} predicts {n_wanted} of {size_wanted}</source>
        <translation>décode {n} dictionnaires de codes, le premier de {size}, mais {model} en prédit {n_wanted} de {size_wanted}</translation>
    </message>
    <message>
        <source>its frames have {n} channels, but {model} makes {n_wanted}</source>
        <translation>ses trames ont {n} canaux, mais {model} en produit {n_wanted}</translation>
    </message>
    <message>
        <source>rows of {n} values cannot be stored as {type} (blocks of {block})</source>
        <translation>des lignes de {n} valeurs ne se stockent pas en {type} (blocs de {block})</translation>
    </message>
    <message>
        <source>storage type {name} is not one of f32, f16, bf16, q8_0, q4_0, q4_K, q5_K, q6_K</source>
        <translation>le type de stockage {name} n’est pas l’un de f32, f16, bf16, q8_0, q4_0, q4_K, q5_K, q6_K</translation>
    </message>
    <message>
        <source>{n} values of {type} in rows of {n_per_row} do not take {n_bytes} bytes</source>
        <translation>{n} valeurs {type} en lignes de {n_per_row} ne prennent pas {n_bytes} octets</translation>
    </message>
    <message>
        <source>the model is already speaking; stop that take or wait for it</source>
        <translation>le modèle parle déjà ; arrêtez cette prise ou attendez-la</translation>
    </message>
    <message>
        <source>threads = {n}: choose 1 to 64</source>
        <translation>fils = {n} : choisissez 1 à 64</translation>
    </message>
    <message>
        <source>the number of threads must be in 1..64, not {n}</source>
        <translation>le nombre de fils doit être dans 1..64, pas {n}</translation>
    </message>
    <message>
        <source>{name} is out of range; use {range}</source>
        <translation>{name} est hors limites ; utilisez {range}</translation>
    </message>
    <message>
        <source>a synthesis setting is out of range</source>
        <translation>un réglage de la synthèse est hors limites</translation>
    </message>
    <message>
        <source>a preview is made after every so many steps, or never (0)</source>
        <translation>un aperçu est fait tous les tant de pas, ou jamais (0)</translation>
    </message>
    <message>
        <source>a CUDA device runs 1 to 1048576 blocks at once, not {n}</source>
        <translation>un appareil CUDA exécute 1 à 1048576 blocs à la fois, pas {n}</translation>
    </message>
    <message>
        <source>draw at least 16 values at once</source>
        <translation>tirez au moins 16 valeurs à la fois</translation>
    </message>
    <message>
        <source>no text was given</source>
        <translation>aucun texte n’a été donné</translation>
    </message>
    <message>
        <source>a text of {n} ids: give 1 to {maximum}</source>
        <translation>un texte de {n} identifiants : donnez-en 1 à {maximum}</translation>
    </message>
    <message>
        <source>text id {id} is not in the vocabulary of {size}</source>
        <translation>l’identifiant de texte {id} n’est pas dans le vocabulaire de {size}</translation>
    </message>
    <message>
        <source>the sequence would be {n} positions long, the model allows {maximum}</source>
        <translation>la suite ferait {n} positions, le modèle en admet {maximum}</translation>
    </message>
    <message>
        <source>a snapshot of {n} positions does not fit the model</source>
        <translation>un instantané de {n} positions ne va pas avec le modèle</translation>
    </message>
    <message>
        <source>the prompt&apos;s columns must have the same length of at least one row</source>
        <translation>les colonnes de l’invite doivent avoir la même longueur, d’au moins une ligne</translation>
    </message>
    <message>
        <source>a prompt is made of columns of {n} ids</source>
        <translation>une invite est faite de colonnes de {n} identifiants</translation>
    </message>
    <message>
        <source>a prompt must have columns of its own behind the shared ones</source>
        <translation>une invite doit avoir ses propres colonnes derrière les colonnes communes</translation>
    </message>
    <message>
        <source>text token {id} is outside the model&apos;s range 0..{last}</source>
        <translation>le jeton de texte {id} est hors de l’étendue du modèle 0..{last}</translation>
    </message>
    <message>
        <source>codec token {id} is outside the model&apos;s range 0..{last}</source>
        <translation>le jeton de codec {id} est hors de l’étendue du modèle 0..{last}</translation>
    </message>
    <message>
        <source>reference code {id} is outside the model&apos;s range 0..{last}</source>
        <translation>le code de référence {id} est hors de l’étendue du modèle 0..{last}</translation>
    </message>
    <message>
        <source>reference frame {id} is outside the model&apos;s range 0..{last}</source>
        <translation>la trame de référence {id} est hors de l’étendue du modèle 0..{last}</translation>
    </message>
    <message>
        <source>text token {id} of column {column} is outside the model&apos;s range 0..{last}</source>
        <translation>le jeton de texte {id} de la colonne {column} est hors de l’étendue du modèle 0..{last}</translation>
    </message>
    <message>
        <source>code {id} of column {column} is outside the model&apos;s range 0..{last}</source>
        <translation>le code {id} de la colonne {column} est hors de l’étendue du modèle 0..{last}</translation>
    </message>
    <message>
        <source>code {id} of frame {frame}, codebook {codebook} is outside 0..{last}</source>
        <translation>le code {id} de la trame {frame}, dictionnaire {codebook}, est hors de 0..{last}</translation>
    </message>
    <message>
        <source>the end-of-speech id {id} is not a control id of this model</source>
        <translation>l’identifiant de fin de parole {id} n’est pas un identifiant de commande de ce modèle</translation>
    </message>
    <message>
        <source>forced codes must be {n} numbers in 0..{last}</source>
        <translation>les codes imposés doivent être {n} nombres dans 0..{last}</translation>
    </message>
    <message>
        <source>the state must have {n} values, and the first code be in 0..{last}</source>
        <translation>l’état doit avoir {n} valeurs, et le premier code être dans 0..{last}</translation>
    </message>
    <message>
        <source>the frames of all blocks and what they continue must be 1 to {maximum} together</source>
        <translation>les trames de tous les blocs et ce qu’ils continuent doivent faire 1 à {maximum} ensemble</translation>
    </message>
    <message>
        <source>blocks that others follow, and what they continue, must be multiples of {n} frames</source>
        <translation>les blocs que d’autres suivent, et ce qu’ils continuent, doivent être des multiples de {n} trames</translation>
    </message>
    <message>
        <source>room for {n} samples does not fit {n_frames} frames</source>
        <translation>la place de {n} échantillons ne va pas avec {n_frames} trames</translation>
    </message>
    <message>
        <source>{n} codes do not make whole frames of {width}</source>
        <translation>{n} codes ne font pas des trames entières de {width}</translation>
    </message>
    <message>
        <source>{n} latent values do not make whole frames of {width}</source>
        <translation>{n} valeurs latentes ne font pas des trames entières de {width}</translation>
    </message>
    <message>
        <source>reference codes must come in frames of {n}</source>
        <translation>les codes de référence doivent venir en trames de {n}</translation>
    </message>
    <message>
        <source>latents of {n} frames: give 1 to {maximum} times {patch}</source>
        <translation>des latents de {n} trames : donnez 1 à {maximum} fois {patch}</translation>
    </message>
    <message>
        <source>the speaker vector has {n} values, the model needs {wanted}</source>
        <translation>le vecteur de locuteur a {n} valeurs, le modèle en demande {wanted}</translation>
    </message>
    <message>
        <source>the speaker vector holds values that are not finite</source>
        <translation>le vecteur de locuteur contient des valeurs non finies</translation>
    </message>
    <message>
        <source>an empty recording has no codes</source>
        <translation>un enregistrement vide n’a pas de codes</translation>
    </message>
    <message>
        <source>{n} samples are too short a recording (at least {minimum} at 24 kHz)</source>
        <translation>{n} échantillons font un enregistrement trop court (au moins {minimum} à 24 kHz)</translation>
    </message>
    <message>
        <source>a recording of {n} samples is too long to encode; at most {maximum} are taken</source>
        <translation>un enregistrement de {n} échantillons est trop long à encoder ; {maximum} au plus sont pris</translation>
    </message>
    <message>
        <source>damaged or cut short? fetch or convert it again</source>
        <translation>abîmé ou tronqué ? récupérez-le ou convertissez-le de nouveau</translation>
    </message>
    <message>
        <source>cut short? fetch or convert it again</source>
        <translation>tronqué ? récupérez-le ou convertissez-le de nouveau</translation>
    </message>
    <message>
        <source>convert the model again without pruning</source>
        <translation>convertissez le modèle de nouveau, sans l’élaguer</translation>
    </message>
    <message>
        <source>convert the codec with its encoder</source>
        <translation>convertissez le codec avec son encodeur</translation>
    </message>
    <message>
        <source>give the codec that belongs to this model</source>
        <translation>donnez le codec qui va avec ce modèle</translation>
    </message>
    <message>
        <source>this is not a Qwen3-TTS model file</source>
        <translation>ce n’est pas un fichier de modèle Qwen3-TTS</translation>
    </message>
    <message>
        <source>it cannot turn recordings into codes</source>
        <translation>il ne peut faire des codes d’un enregistrement</translation>
    </message>
    <message>
        <source>only Base models can take a voice from a recording</source>
        <translation>seuls les modèles Base tirent une voix d’un enregistrement</translation>
    </message>
    <message>
        <source>a voice made for another model size?</source>
        <translation>une voix faite pour une autre taille de modèle ?</translation>
    </message>
    <message>
        <source>the version</source>
        <translation>la version</translation>
    </message>
    <message>
        <source>the number of tensors</source>
        <translation>le nombre de tenseurs</translation>
    </message>
    <message>
        <source>the number of metadata keys</source>
        <translation>le nombre de clés de métadonnées</translation>
    </message>
    <message>
        <source>a metadata key</source>
        <translation>une clé de métadonnées</translation>
    </message>
    <message>
        <source>a metadata type</source>
        <translation>un type de métadonnées</translation>
    </message>
    <message>
        <source>a metadata length</source>
        <translation>une longueur de métadonnées</translation>
    </message>
    <message>
        <source>a metadata value</source>
        <translation>une valeur de métadonnées</translation>
    </message>
    <message>
        <source>a metadata string</source>
        <translation>un texte de métadonnées</translation>
    </message>
    <message>
        <source>a tensor name</source>
        <translation>un nom de tenseur</translation>
    </message>
    <message>
        <source>a tensor&apos;s shape</source>
        <translation>la forme d’un tenseur</translation>
    </message>
    <message>
        <source>a tensor&apos;s type</source>
        <translation>le type d’un tenseur</translation>
    </message>
    <message>
        <source>a tensor&apos;s offset</source>
        <translation>la place d’un tenseur</translation>
    </message>
    <message>
        <source>an integer</source>
        <translation>un entier</translation>
    </message>
    <message>
        <source>a list of integers</source>
        <translation>une liste d’entiers</translation>
    </message>
    <message>
        <source>a list of strings</source>
        <translation>une liste de textes</translation>
    </message>
    <message>
        <source>blend voices of the library</source>
        <translation>mélangez des voix de la bibliothèque</translation>
    </message>
    <message>
        <source>unknown voice {name!r}</source>
        <translation>voix {name!r} inconnue</translation>
    </message>
    <message>
        <source>give a .spk, .npy or .rvq file</source>
        <translation>donnez un fichier .spk, .npy ou .rvq</translation>
    </message>
    <message>
        <source>arithmetic needs at least one voice that is added</source>
        <translation>le calcul demande au moins une voix ajoutée</translation>
    </message>
    <message>
        <source>Short: {advised} of speech catch a voice better.</source>
        <translation>Court : {advised} de parole saisissent mieux une voix.</translation>
    </message>
    <message>
        <source>Long: {advised} are enough, and {costs}.</source>
        <translation>Long : {advised} suffisent, et {costs}.</translation>
    </message>
    <message>
        <source>codes of more rush the speech</source>
        <translation>les codes de plus précipitent la parole</translation>
    </message>
    <message>
        <source>{first:g} to {last:g} seconds</source>
        <translation>{first:g} à {last:g} secondes</translation>
    </message>
    <message>
        <source>give {advised} of speech</source>
        <translation>donnez {advised} de parole</translation>
    </message>
    <message>
        <source>{path}: {duration} are too long; at most {max_s:g} s are taken</source>
        <translation>{path} : {duration}, c’est trop long ; {max_s:g} s au plus sont prises</translation>
    </message>
    <message>
        <source>choose {advised} of clear speech with --from and --to</source>
        <translation>choisissez {advised} de parole nette avec --from et --to</translation>
    </message>
    <message>
        <source>every step reads all of it</source>
        <translation>chaque pas lit le tout</translation>
    </message>
    <message>
        <source>{name}: {n_frames} frames of {n_latents} latents; the model takes {patch} to {maximum} of {width}</source>
        <translation>{name} : {n_frames} trames de {n_latents} latents ; le modèle en prend {patch} à {maximum} de {width}</translation>
    </message>
    <message>
        <source>{path}: does not belong to {model_name}: {problem}</source>
        <translation>{path} : ne va pas avec {model_name} : {problem}</translation>
    </message>
    <message>
        <source>the file is cut short, or belongs to another model: load that one, or name it with --model</source>
        <translation>le fichier est tronqué ou appartient à un autre modèle : chargez celui-ci, ou nommez-le avec --model</translation>
    </message>
    <message>
        <source>a share of {share:g} for {name!r} mixes nothing</source>
        <translation>une part de {share:g} pour {name!r} ne mélange rien</translation>
    </message>
    <message>
        <source>give 0 to {most:g}; a sum such as &apos;anna - ben&apos; takes voices away</source>
        <translation>donnez de 0 à {most:g} ; une somme comme « anna - ben » retranche des voix</translation>
    </message>
    <message>
        <source>write for example A - B + C</source>
        <translation>écrivez par exemple A - B + C</translation>
    </message>
    <message>
        <source>a direction cannot be learned from {n_voices} voices</source>
        <translation>une direction ne s’apprend pas de {n_voices} voix</translation>
    </message>
    <message>
        <source>at least {minimum} that differ in it are needed</source>
        <translation>il en faut au moins {minimum} qui y diffèrent</translation>
    </message>
    <message>
        <source>give each a share of 0 or more, not all 0</source>
        <translation>donnez à chacune une part de 0 ou plus, pas toutes nulles</translation>
    </message>
    <message>
        <source>the voices cancel each other out</source>
        <translation>les voix s’annulent l’une l’autre</translation>
    </message>
    <message>
        <source>change the weights</source>
        <translation>changez les poids</translation>
    </message>
    <message>
        <source>{n_voices} voices of this width are too few to learn from</source>
        <translation>{n_voices} voix de cette largeur, c’est trop peu pour apprendre</translation>
    </message>
    <message>
        <source>at least {minimum} are needed</source>
        <translation>il en faut au moins {minimum}</translation>
    </message>
    <message>
        <source>{voice}: the model ended before it made a sound</source>
        <translation>{voice} : le modèle s’est arrêté avant d’avoir fait un son</translation>
    </message>
    <message>
        <source>try another text</source>
        <translation>essayez un autre texte</translation>
    </message>
    <message>
        <source>known by name: {names}</source>
        <translation>connues par leur nom : {names}</translation>
    </message>
    <message>
        <source>remove it: it is made again from the voices</source>
        <translation>supprimez-le : il est refait à partir des voix</translation>
    </message>
    <message>
        <source>the voice {voice_id} is gone</source>
        <translation>la voix {voice_id} a disparu</translation>
    </message>
    <message>
        <source>list the voices again</source>
        <translation>affichez la liste des voix de nouveau</translation>
    </message>
    <message>
        <source>{folder!r} cannot be a folder of voices</source>
        <translation>{folder!r} ne peut être un dossier de voix</translation>
    </message>
    <message>
        <source>write parts like Actors/English</source>
        <translation>écrivez des parties comme Acteurs/Anglais</translation>
    </message>
    <message>
        <source>choose another folder</source>
        <translation>choisissez un autre dossier</translation>
    </message>
    <message>
        <source>there is already a voice called {name!r}</source>
        <translation>il y a déjà une voix du nom de {name!r}</translation>
    </message>
    <message>
        <source>choose another name</source>
        <translation>choisissez un autre nom</translation>
    </message>
    <message>
        <source>{type} of shape {shape}</source>
        <translation>{type} de forme {shape}</translation>
    </message>
    <message>
        <source>{name}: an x-vector is one row of numbers, not {shape}</source>
        <translation>{name} : un x-vecteur est une ligne de nombres, pas {shape}</translation>
    </message>
    <message>
        <source>give one voice, not a table</source>
        <translation>donnez une voix, pas un tableau</translation>
    </message>
    <message>
        <source>extract the voice again from its recording</source>
        <translation>extrayez la voix de nouveau de son enregistrement</translation>
    </message>
    <message>
        <source>{name}: the x-vector is all zero</source>
        <translation>{name} : le x-vecteur est entièrement nul</translation>
    </message>
    <message>
        <source>{name}: the x-vector has {n_values} values but the model takes {width}</source>
        <translation>{name} : le x-vecteur a {n_values} valeurs mais le modèle en prend {width}</translation>
    </message>
    <message>
        <source>use a voice that was extracted with this size of model</source>
        <translation>prenez une voix extraite avec cette taille de modèle</translation>
    </message>
    <message>
        <source>{name}: reference codes are a table of integers, not {shape}</source>
        <translation>{name} : les codes de référence sont un tableau d’entiers, pas {shape}</translation>
    </message>
    <message>
        <source>give one row of codes for each frame</source>
        <translation>donnez une ligne de codes par trame</translation>
    </message>
    <message>
        <source>{name}: {n_frames} frames of reference; at most {maximum} are taken</source>
        <translation>{name} : {n_frames} trames de référence ; {maximum} au plus sont prises</translation>
    </message>
    <message>
        <source>{name}: reference codes must not be negative</source>
        <translation>{name} : les codes de référence ne doivent pas être négatifs</translation>
    </message>
    <message>
        <source>encode the recording again</source>
        <translation>encodez l’enregistrement de nouveau</translation>
    </message>
    <message>
        <source>{name}: reference codes need the transcript of what they say</source>
        <translation>{name} : les codes de référence demandent la transcription de ce qu’ils disent</translation>
    </message>
    <message>
        <source>give it as an argument or in a .txt file beside the codes</source>
        <translation>donnez-la en argument, ou dans un fichier .txt à côté des codes</translation>
    </message>
    <message>
        <source>{name}: {n_given} codebooks a frame but the model takes {n_codebooks}</source>
        <translation>{name} : {n_given} dictionnaires de codes par trame mais le modèle en prend {n_codebooks}</translation>
    </message>
    <message>
        <source>encode the recording with the codec of this model</source>
        <translation>encodez l’enregistrement avec le codec de ce modèle</translation>
    </message>
    <message>
        <source>{name}: code {code} is outside the codebooks of {codebook_size} entries</source>
        <translation>{name} : le code {code} est hors des dictionnaires de {codebook_size} entrées</translation>
    </message>
    <message>
        <source>{name}: latents are a table of at most {maximum} rows, not {shape}</source>
        <translation>{name} : les latents sont un tableau de {maximum} lignes au plus, pas {shape}</translation>
    </message>
    <message>
        <source>{name}: latents that are not finite</source>
        <translation>{name} : des latents non finis</translation>
    </message>
    <message>
        <source>{path}: is no voice of Phonoscope</source>
        <translation>{path} : n’est pas une voix de Phonoscope</translation>
    </message>
    <message>
        <source>import it as a foreign file</source>
        <translation>importez-le comme fichier étranger</translation>
    </message>
    <message>
        <source>{path}: version {version!r} is unknown</source>
        <translation>{path} : version {version!r} inconnue</translation>
    </message>
    <message>
        <source>{path}: holds {names} for a voice of {kind}</source>
        <translation>{path} : contient {names} pour une voix de sorte {kind}</translation>
    </message>
    <message>
        <source>{path}: its card does not fit its numbers</source>
        <translation>{path} : sa fiche ne va pas avec ses nombres</translation>
    </message>
    <message>
        <source>{name}: a speaker inside a model has no file</source>
        <translation>{name} : un locuteur d’un modèle n’a pas de fichier</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>rien</translation>
    </message>
    <message>
        <source>{path}: holds {name!r} as {found}{shape}</source>
        <translation>{path} : contient {name!r} comme {found}{shape}</translation>
    </message>
    <message>
        <source>give 0 or more</source>
        <translation>donnez 0 ou plus</translation>
    </message>
    <message>
        <source>a spread of {spread:g} is no voice any more</source>
        <translation>un écart de {spread:g} n’est plus une voix</translation>
    </message>
    <message>
        <source>give 0 to {maximum:g}</source>
        <translation>donnez 0 à {maximum:g}</translation>
    </message>
    <message>
        <source>a shift by {amount:g} is no voice any more</source>
        <translation>un décalage de {amount:g} n’est plus une voix</translation>
    </message>
    <message>
        <source>{path}: {n_vectors} ingredients do not fit a recipe of {n_wanted}</source>
        <translation>{path} : {n_vectors} ingrédients ne vont pas avec une recette de {n_wanted}</translation>
    </message>
    <message>
        <source>give {minimum:g} to {maximum:g}</source>
        <translation>donnez {minimum:g} à {maximum:g}</translation>
    </message>
    <message>
        <source>{name}: how it was made is not known</source>
        <translation>{name} : on ne sait comment elle a été faite</translation>
    </message>
    <message>
        <source>it cannot be made again</source>
        <translation>elle ne peut être refaite</translation>
    </message>
    <message>
        <source>the voices belong to models of different sizes</source>
        <translation>les voix appartiennent à des modèles de tailles différentes</translation>
    </message>
    <message>
        <source>use voices of one model</source>
        <translation>prenez des voix d’un même modèle</translation>
    </message>
    <message>
        <source>seed {seed} is negative</source>
        <translation>la graine {seed} est négative</translation>
    </message>
    <message>
        <source>{path}: the recording has changed since</source>
        <translation>{path} : l’enregistrement a changé depuis</translation>
    </message>
    <message>
        <source>extract a new voice from it</source>
        <translation>tirez-en une nouvelle voix</translation>
    </message>
    <message>
        <source>the voice {name!r} is no longer in the library</source>
        <translation>la voix {name!r} n’est plus dans la bibliothèque</translation>
    </message>
    <message>
        <source>import it again</source>
        <translation>importez-la de nouveau</translation>
    </message>
    <message>
        <source>{name}: has no x-vector, or its file has changed</source>
        <translation>{name} : est sans x-vecteur, ou son fichier a changé</translation>
    </message>
    <message>
        <source>use another voice</source>
        <translation>prenez une autre voix</translation>
    </message>
    <message>
        <source>the conversion was stopped</source>
        <translation>la conversion a été arrêtée</translation>
    </message>
    <message>
        <source>load the model again to go on</source>
        <translation>chargez le modèle de nouveau pour continuer</translation>
    </message>
    <message>
        <source>{reason}; the settings are as at first, the old ones are in {file}</source>
        <translation>{reason} ; les réglages sont ceux du début, les anciens sont dans {file}</translation>
    </message>
    <message>
        <source>{what}: the settings of {section} are damaged; they are as at first again</source>
        <translation>{what} : les réglages de {section} sont abîmés ; ils sont de nouveau ceux du début</translation>
    </message>
</context>
<context>
    <name>EngineCard</name>
    <message>
        <source>Model</source>
        <translation>Modèle</translation>
    </message>
    <message>
        <source>name, GGUF file or folder</source>
        <translation>nom, fichier GGUF ou dossier</translation>
    </message>
    <message>
        <source>Choose a model file</source>
        <translation>Choisir un fichier de modèle</translation>
    </message>
    <message>
        <source>as it is</source>
        <translation>tel quel</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Arrêter</translation>
    </message>
    <message>
        <source>Converting the checkpoint, once: {percent} %</source>
        <translation>Conversion du modèle, une seule fois : {percent} %</translation>
    </message>
    <message>
        <source>How the checkpoint folder is stored once it is converted</source>
        <translation>Stockage du dossier de modèle une fois converti</translation>
    </message>
    <message>
        <source>A GGUF file is loaded as it is; of a checkpoint folder the storage type can be chosen</source>
        <translation>Un fichier GGUF est chargé tel quel ; le type de stockage se choisit pour un dossier de modèle</translation>
    </message>
    <message>
        <source>{size:.0f} MB of weights</source>
        <translation>{size:.0f} Mo de poids</translation>
    </message>
    <message>
        <source>{size:.0f} MB in use</source>
        <translation>{size:.0f} Mo utilisés</translation>
    </message>
    <message>
        <source>{title}
The program as a whole occupies the memory in use.</source>
        <translation>{title}
La mémoire utilisée est celle de tout le programme.</translation>
    </message>
    <message>
        <source>Licence: {name}</source>
        <translation>Licence : {name}</translation>
    </message>
    <message>
        <source>Stored as</source>
        <translation>Stocké en</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Matériel</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>Fils</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>Charger</translation>
    </message>
    <message>
        <source>Where the model computes</source>
        <translation>Où le modèle calcule</translation>
    </message>
    <message>
        <source>As many as the machine has cores is fastest; they do not change the sound</source>
        <translation>Autant que de cœurs est le plus rapide ; le son n’en change pas</translation>
    </message>
    <message>
        <source>Eject</source>
        <translation>Décharger</translation>
    </message>
    <message>
        <source>Give the memory of the model back</source>
        <translation>Rendre la mémoire du modèle</translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation>Chargement…</translation>
    </message>
    <message>
        <source>Nothing is loaded.</source>
        <translation>Rien n’est chargé.</translation>
    </message>
    <message numerus="yes">
        <source>{quantisation}  ·  {device}  ·  %n threads  ·  {rate:g} kHz</source>
        <translation>
            <numerusform>{quantisation}  ·  {device}  ·  %n fil  ·  {rate:g} kHz</numerusform>
            <numerusform>{quantisation}  ·  {device}  ·  %n fils  ·  {rate:g} kHz</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EngineHost</name>
    <message>
        <source>{why}
{model} is loaded again.</source>
        <translation>{why}
{model} est de nouveau chargé.</translation>
    </message>
</context>
<context>
    <name>EngineWorker</name>
    <message>
        <source>{model}: cannot be loaded ({error}); close other programs or choose a smaller model</source>
        <translation>{model} : ne peut être chargé ({error}) ; fermez d’autres programmes ou choisissez un modèle plus petit</translation>
    </message>
</context>
<context>
    <name>ExportDialog</name>
    <message numerus="yes">
        <source>Export %n takes</source>
        <translation>
            <numerusform>Exporter %n prise</numerusform>
            <numerusform>Exporter %n prises</numerusform>
        </translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Choisir…</translation>
    </message>
    <message>
        <source>Fields: {fields}</source>
        <translation>Champs : {fields}</translation>
    </message>
    <message>
        <source>Preview of the names</source>
        <translation>Aperçu des noms</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exporter</translation>
    </message>
    <message>
        <source>&amp;Format</source>
        <translation>&amp;Format</translation>
    </message>
    <message>
        <source>Fo&amp;lder</source>
        <translation>&amp;Dossier</translation>
    </message>
    <message>
        <source>&amp;Names</source>
        <translation>&amp;Noms</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Fichiers</translation>
    </message>
    <message numerus="yes">
        <source>… and %n more</source>
        <translation>
            <numerusform>… et %n autre</numerusform>
            <numerusform>… et %n autres</numerusform>
        </translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>Choisir un dossier</translation>
    </message>
    <message>
        <source>WAV, 16 bits</source>
        <translation>WAV, 16 bits</translation>
    </message>
    <message>
        <source>FLAC, without loss</source>
        <translation>FLAC, sans perte</translation>
    </message>
    <message>
        <source>Ogg Vorbis</source>
        <translation>Ogg Vorbis</translation>
    </message>
    <message>
        <source>MP3</source>
        <translation>MP3</translation>
    </message>
    <message>
        <source>One archive with recipes, sound, codes and states (.zip)</source>
        <translation>Une archive avec recettes, son, codes et états (.zip)</translation>
    </message>
</context>
<context>
    <name>FiguresText</name>
    <message>
        <source>all codes are the same</source>
        <translation>tous les codes sont identiques</translation>
    </message>
    <message>
        <source>codes differ from frame {frame} on, {percent:.0f} % are the same</source>
        <translation>codes différents dès la trame {frame}, {percent:.0f} % identiques</translation>
    </message>
    <message>
        <source>spectrum {db:.1f} dB apart</source>
        <translation>spectres à {db:.1f} dB</translation>
    </message>
    <message>
        <source>most changed: {group} layer {layer}, {octaves:.2f} octaves</source>
        <translation>le plus changé : {group}, couche {layer}, {octaves:.2f} octaves</translation>
    </message>
</context>
<context>
    <name>FileCommands</name>
    <message>
        <source>Models</source>
        <translation>Modèles</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>Choisir un modèle</translation>
    </message>
    <message>
        <source>Voices</source>
        <translation>Voix</translation>
    </message>
    <message>
        <source>Choose a voice</source>
        <translation>Choisir une voix</translation>
    </message>
    <message>
        <source>{path}: cannot be used here; give one of {known}</source>
        <translation>{path} : inutilisable ici ; donnez l’un de {known}</translation>
    </message>
    <message>
        <source>{path}: is not UTF-8 text; save it as UTF-8</source>
        <translation>{path}&#xa0;: n’est pas un texte en UTF-8&#xa0;; enregistrez-le en UTF-8</translation>
    </message>
    <message>
        <source>{path}: cannot be read ({error}); give a text file</source>
        <translation>{path} : lecture impossible ({error}) ; donnez un fichier texte</translation>
    </message>
    <message>
        <source>The text is too long: its first {n} characters are here; speak the rest in other takes</source>
        <translation>Le texte est trop long : ses {n} premiers caractères sont ici ; faites dire le reste dans d’autres prises</translation>
    </message>
</context>
<context>
    <name>GrowthPane</name>
    <message>
        <source>{group}: growth</source>
        <translation>{group} : croissance</translation>
    </message>
    <message>
        <source>How the state grows from layer to layer appears here</source>
        <translation>La croissance de l’état de couche en couche apparaît ici</translation>
    </message>
    <message>
        <source>x {factor:.3g} from first to last</source>
        <translation>x {factor:.3g} de la première à la dernière</translation>
    </message>
</context>
<context>
    <name>HelpCommands</name>
    <message>
        <source>Written: {path}</source>
        <translation>Écrit : {path}</translation>
    </message>
</context>
<context>
    <name>ImportQuestions</name>
    <message>
        <source>Voices and recordings</source>
        <translation>Voix et enregistrements</translation>
    </message>
    <message>
        <source>Import voices</source>
        <translation>Importer des voix</translation>
    </message>
</context>
<context>
    <name>Inspection</name>
    <message>
        <source>Select two takes in the list to compare them</source>
        <translation>Sélectionnez deux prises dans la liste pour les comparer</translation>
    </message>
    <message>
        <source>Select one take in the list first</source>
        <translation>Sélectionnez d’abord une prise dans la liste</translation>
    </message>
    <message>
        <source>Heat maps can now show the change against this take</source>
        <translation>Les cartes peuvent montrer l’écart à cette prise</translation>
    </message>
</context>
<context>
    <name>Language</name>
    <message>
        <source>Chinese</source>
        <translation>Chinois</translation>
    </message>
    <message>
        <source>English</source>
        <translation>Anglais</translation>
    </message>
    <message>
        <source>French</source>
        <translation>Français</translation>
    </message>
    <message>
        <source>German</source>
        <translation>Allemand</translation>
    </message>
    <message>
        <source>Italian</source>
        <translation>Italien</translation>
    </message>
    <message>
        <source>Japanese</source>
        <translation>Japonais</translation>
    </message>
    <message>
        <source>Korean</source>
        <translation>Coréen</translation>
    </message>
    <message>
        <source>Portuguese</source>
        <translation>Portugais</translation>
    </message>
    <message>
        <source>Russian</source>
        <translation>Russe</translation>
    </message>
    <message>
        <source>Spanish</source>
        <translation>Espagnol</translation>
    </message>
</context>
<context>
    <name>LikenessPlot</name>
    <message>
        <source>Likeness to the voice over time</source>
        <translation>Similarité avec la voix au cours du temps</translation>
    </message>
    <message>
        <source>Nothing to compare: no take, or a voice without x-vector.</source>
        <translation>Rien à comparer : pas de prise, ou une voix sans x-vecteur.</translation>
    </message>
    <message>
        <source>Likeness to the voice {whole:.2f}, lowest {low:.2f} along the way</source>
        <translation>Similarité avec la voix {whole:.2f}, au plus bas {low:.2f} en chemin</translation>
    </message>
    <message>
        <source>; to its parts: {parts}</source>
        <translation> ; à ses parties : {parts}</translation>
    </message>
</context>
<context>
    <name>LiveView</name>
    <message>
        <source>first code</source>
        <translation>premier code</translation>
    </message>
    <message>
        <source>mean of the others</source>
        <translation>moyenne des autres</translation>
    </message>
    <message>
        <source>nats</source>
        <translation>nats</translation>
    </message>
    <message>
        <source>Entropy</source>
        <translation>Entropie</translation>
    </message>
    <message>
        <source>Probability</source>
        <translation>Probabilité</translation>
    </message>
    <message>
        <source>position {row} of the prompt</source>
        <translation>position {row} de l’amorce</translation>
    </message>
    <message>
        <source>Point at the take to read it off, click to play from there, drag with Shift to repeat a part, scroll to zoom</source>
        <translation>Pointez la prise pour la lire, cliquez pour écouter de là, tirez avec Maj pour répéter une partie, défilez pour agrandir</translation>
    </message>
    <message>
        <source>frame {frame}</source>
        <translation>trame {frame}</translation>
    </message>
    <message>
        <source>about “{word}”</source>
        <translation>vers « {word} »</translation>
    </message>
</context>
<context>
    <name>MagnitudeDifferencePane</name>
    <message>
        <source>octaves</source>
        <translation>octaves</translation>
    </message>
    <message>
        <source>Tap group</source>
        <translation>Groupe de mesures</translation>
    </message>
    <message>
        <source>Layers, B against A</source>
        <translation>Couches, B par rapport à A</translation>
    </message>
    <message>
        <source>The change of each layer&apos;s rms appears here</source>
        <translation>Le changement de chaque couche apparaît ici</translation>
    </message>
    <message>
        <source>The layers of these takes cannot be compared</source>
        <translation>Les couches de ces prises ne se comparent pas</translation>
    </message>
    <message>
        <source>layer {layer}: {octaves:+.2f} octaves</source>
        <translation>couche {layer} : {octaves:+.2f} octaves</translation>
    </message>
</context>
<context>
    <name>MagnitudePane</name>
    <message>
        <source>The magnitude of each layer appears here</source>
        <translation>L’amplitude de chaque couche apparaît ici</translation>
    </message>
    <message>
        <source>Metric</source>
        <translation>Mesure</translation>
    </message>
    <message>
        <source>rms</source>
        <translation>efficace</translation>
    </message>
    <message>
        <source>largest magnitude</source>
        <translation>plus grande valeur</translation>
    </message>
    <message>
        <source>not finite</source>
        <translation>non fini</translation>
    </message>
    <message>
        <source>change against reference</source>
        <translation>écart à la référence</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Couches</translation>
    </message>
    <message>
        <source>Pin layers of {group}</source>
        <translation>Épingler des couches de {group}</translation>
    </message>
    <message>
        <source>Draw single layers as curves</source>
        <translation>Tracer des couches en courbes</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>Échelle</translation>
    </message>
    <message>
        <source>log</source>
        <translation>log</translation>
    </message>
    <message>
        <source>linear</source>
        <translation>linéaire</translation>
    </message>
    <message>
        <source>This take recorded nothing here</source>
        <translation>Cette prise n’a rien enregistré ici</translation>
    </message>
    <message>
        <source>{group}, by position of the prompt</source>
        <translation>{group}, par position de l’amorce</translation>
    </message>
    <message>
        <source>Select a take and choose Compare &gt; Take as reference of the heat maps</source>
        <translation>Sélectionnez une prise puis Comparer &gt; Prendre comme référence des cartes</translation>
    </message>
    <message>
        <source>{group}: {value:+.2f} octaves in layer {layer}</source>
        <translation>{group} : {value:+.2f} octaves en couche {layer}</translation>
    </message>
    <message>
        <source>{group}: {value:.4g} in layer {layer}</source>
        <translation>{group} : {value:.4g} en couche {layer}</translation>
    </message>
    <message>
        <source>{n} octaves less</source>
        <translation>{n} octaves de moins</translation>
    </message>
    <message>
        <source>more</source>
        <translation>de plus</translation>
    </message>
    <message>
        <source>Layer {n}</source>
        <translation>Couche {n}</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Views</source>
        <translation>Vues</translation>
    </message>
    <message>
        <source>Take</source>
        <translation>Prise</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Comparer</translation>
    </message>
    <message>
        <source>Sweep</source>
        <translation>Série</translation>
    </message>
    <message>
        <source>Parity</source>
        <translation>Parité</translation>
    </message>
    <message>
        <source>Lists</source>
        <translation>Listes</translation>
    </message>
    <message>
        <source>Takes</source>
        <translation>Prises</translation>
    </message>
    <message>
        <source>Alarms</source>
        <translation>Alarmes</translation>
    </message>
    <message>
        <source>Voices</source>
        <translation>Voix</translation>
    </message>
    <message>
        <source>Every sound you hear was drawn here first.</source>
        <translation>Chaque son que vous entendez a d’abord été dessiné ici.</translation>
    </message>
    <message>
        <source>Written: {path}</source>
        <translation>Écrit : {path}</translation>
    </message>
</context>
<context>
    <name>MakingDialogs</name>
    <message>
        <source>Add and subtract voices</source>
        <translation>Additionner et soustraire des voix</translation>
    </message>
    <message>
        <source>For example: anna - ben + 0.5*carla</source>
        <translation>Par exemple : anna - ben + 0.5*carla</translation>
    </message>
    <message>
        <source>Random voice near those of the library</source>
        <translation>Voix au hasard près de celles de la bibliothèque</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Graine</translation>
    </message>
</context>
<context>
    <name>Pane</name>
    <message>
        <source>This take ended before its first frame</source>
        <translation>Cette prise a fini avant sa première trame</translation>
    </message>
    <message>
        <source>This model draws no codes</source>
        <translation>Ce modèle ne tire pas de codes</translation>
    </message>
</context>
<context>
    <name>PaneMenu</name>
    <message>
        <source>Panes</source>
        <translation>Volets</translation>
    </message>
    <message>
        <source>Lists below</source>
        <translation>Listes du bas</translation>
    </message>
</context>
<context>
    <name>PaneScroll</name>
    <message>
        <source>Scroll the panes</source>
        <translation>Faire défiler les volets</translation>
    </message>
</context>
<context>
    <name>PaneStack</name>
    <message>
        <source>Move up</source>
        <translation>Monter</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>Descendre</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>Masquer</translation>
    </message>
</context>
<context>
    <name>ParityView</name>
    <message>
        <source>Model</source>
        <translation>Modèle</translation>
    </message>
    <message>
        <source>Recorded activations</source>
        <translation>Activations enregistrées</translation>
    </message>
    <message>
        <source>recorded activations, golden.npz</source>
        <translation>activations enregistrées, golden.npz</translation>
    </message>
    <message>
        <source>Choose recorded activations</source>
        <translation>Choisir des activations enregistrées</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Comparer</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Arrêter</translation>
    </message>
    <message>
        <source>Compare no further stage; those that are compared are shown</source>
        <translation>Ne compare plus d’étape ; celles qui sont comparées sont montrées</translation>
    </message>
    <message>
        <source>Choose a model and what its reference recorded</source>
        <translation>Choisissez un modèle et ce que sa référence a enregistré</translation>
    </message>
    <message>
        <source>Stages</source>
        <translation>Étapes</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>Étape</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>Forme</translation>
    </message>
    <message>
        <source>Cosine</source>
        <translation>Cosinus</translation>
    </message>
    <message>
        <source>Allowed</source>
        <translation>Permis</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Écart</translation>
    </message>
    <message>
        <source>The stages of the model appear here, each with its distance from the reference, the worst first.
Recorded activations are what the golden recorder of a family writes from the reference program.</source>
        <translation>Les étapes du modèle apparaissent ici, chacune avec son écart à la référence, la pire en premier.
Les activations enregistrées sont ce que l’enregistreur d’une famille écrit à partir du programme de référence.</translation>
    </message>
    <message>
        <source>Recorded activations (*.npz)</source>
        <translation>Activations enregistrées (*.npz)</translation>
    </message>
    <message>
        <source>Choose a model and recorded activations first</source>
        <translation>Choisissez d’abord un modèle et des activations</translation>
    </message>
    <message>
        <source>Comparing…</source>
        <translation>Comparaison…</translation>
    </message>
    <message>
        <source>{n} stages, {out} out of tolerance</source>
        <translation>{n} étapes, {out} hors tolérance</translation>
    </message>
    <message>
        <source>{n} stages, all within tolerance</source>
        <translation>{n} étapes, toutes dans la tolérance</translation>
    </message>
    <message>
        <source>It broke off: {reason}</source>
        <translation>Interrompu : {reason}</translation>
    </message>
</context>
<context>
    <name>PinnedPane</name>
    <message>
        <source>Pinned layers</source>
        <translation>Couches épinglées</translation>
    </message>
    <message>
        <source>Pin layers with the button Layers of a heat map</source>
        <translation>Épinglez des couches avec le bouton Couches d’une carte</translation>
    </message>
</context>
<context>
    <name>PositionsPane</name>
    <message>
        <source>{group}, position by position</source>
        <translation>{group}, position par position</translation>
    </message>
    <message>
        <source>The state of each layer at each position of prompt and speech appears here</source>
        <translation>L’état de chaque couche à chaque position, de l’amorce puis de la parole, apparaît ici</translation>
    </message>
    <message>
        <source>position {row}</source>
        <translation>position {row}</translation>
    </message>
    <message>
        <source>{position}, {place}, {layer}: rms {rms:.3g}, largest magnitude {largest:.5g}</source>
        <translation>{position}, {place}, {layer} : valeur efficace {rms:.3g}, plus grande valeur {largest:.5g}</translation>
    </message>
    <message>
        <source>of a prompt</source>
        <translation>d’une amorce</translation>
    </message>
    <message>
        <source>frame {frame}</source>
        <translation>trame {frame}</translation>
    </message>
</context>
<context>
    <name>PresetButton</name>
    <message>
        <source>Preset of the sampler</source>
        <translation>Préréglage du tirage</translation>
    </message>
    <message>
        <source>Settings that go well together, and your own</source>
        <translation>Réglages qui vont bien ensemble, et les vôtres</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>Modifié</translation>
    </message>
    <message>
        <source>Defaults</source>
        <translation>Par défaut</translation>
    </message>
    <message>
        <source>Save as preset…</source>
        <translation>Enregistrer comme préréglage…</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Supprimer</translation>
    </message>
    <message>
        <source>Save as preset</source>
        <translation>Enregistrer comme préréglage</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nom</translation>
    </message>
</context>
<context>
    <name>PreviewSpeaker</name>
    <message>
        <source>{name}: has no preview yet; load a model to speak it</source>
        <translation>{name} : pas encore d’extrait ; chargez un modèle pour le dire</translation>
    </message>
</context>
<context>
    <name>PreviewsPane</name>
    <message>
        <source>Previews</source>
        <translation>Aperçus</translation>
    </message>
    <message>
        <source>What the speech would be appears here every few steps</source>
        <translation>Ce que serait la parole apparaît ici tous les quelques pas</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>Aperçu</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>Lire</translation>
    </message>
    <message>
        <source>Play the preview</source>
        <translation>Lire l’aperçu</translation>
    </message>
    <message>
        <source>step {step}</source>
        <translation>pas {step}</translation>
    </message>
</context>
<context>
    <name>ProfilePlot</name>
    <message>
        <source>Magnitude by layer</source>
        <translation>Amplitude par couche</translation>
    </message>
    <message>
        <source>rms</source>
        <translation>efficace</translation>
    </message>
    <message>
        <source>largest</source>
        <translation>maximum</translation>
    </message>
    <message>
        <source>How magnitudes grow over the layers appears here, against the limit of F16</source>
        <translation>La croissance des amplitudes d’une couche à l’autre apparaît ici, face à la limite de F16</translation>
    </message>
    <message>
        <source>deviation</source>
        <translation>écart type</translation>
    </message>
    <message>
        <source>F16: {octaves:.1f} octaves above layer {layer}</source>
        <translation>F16 : {octaves:.1f} octaves (couche {layer})</translation>
    </message>
    <message>
        <source>Tap group</source>
        <translation>Groupe de mesures</translation>
    </message>
</context>
<context>
    <name>ProgressStrip</name>
    <message>
        <source>Progress of the take</source>
        <translation>Avancement de la prise</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>step {step}</source>
        <translation>pas {step}</translation>
    </message>
    <message>
        <source>held</source>
        <translation>suspendu</translation>
    </message>
    <message>
        <source>about {left} left</source>
        <translation>encore environ {left}</translation>
    </message>
    <message>
        <source>{n} s</source>
        <translation>{n} s</translation>
    </message>
    <message>
        <source>{n} min</source>
        <translation>{n} min</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>Continuer</translation>
    </message>
</context>
<context>
    <name>RatingStars</name>
    <message numerus="yes">
        <source>%n stars</source>
        <translation>
            <numerusform>%n étoile</numerusform>
            <numerusform>%n étoiles</numerusform>
        </translation>
    </message>
    <message>
        <source>Key {number} in the table</source>
        <translation>Touche {number} dans la liste</translation>
    </message>
</context>
<context>
    <name>RequestPanel</name>
    <message>
        <source>Text</source>
        <translation>Texte</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Langue</translation>
    </message>
    <message>
        <source>Detect language</source>
        <translation>Détecter la langue</translation>
    </message>
    <message>
        <source>Speak</source>
        <translation>Parler</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Arrêter</translation>
    </message>
    <message>
        <source>Load a model first</source>
        <translation>Chargez d’abord un modèle</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Graine</translation>
    </message>
</context>
<context>
    <name>Retrying</name>
    <message>
        <source>What you changed is written as soon as that program lets go.</source>
        <translation>Vos modifications seront écrites dès que ce programme l’aura libéré.</translation>
    </message>
</context>
<context>
    <name>RowsPane</name>
    <message>
        <source>Metric</source>
        <translation>Mesure</translation>
    </message>
    <message>
        <source>deviation</source>
        <translation>écart type</translation>
    </message>
    <message>
        <source>rms</source>
        <translation>efficace</translation>
    </message>
    <message>
        <source>largest magnitude</source>
        <translation>plus grande valeur</translation>
    </message>
    <message>
        <source>step {step}</source>
        <translation>pas {step}</translation>
    </message>
    <message>
        <source>block {layer}</source>
        <translation>bloc {layer}</translation>
    </message>
    <message>
        <source>{step}, {layer}: deviation {deviation:.3g}, largest magnitude {largest:.5g}</source>
        <translation>{step}, {layer} : écart type {deviation:.3g}, plus grande valeur {largest:.5g}</translation>
    </message>
</context>
<context>
    <name>SamplerForm</name>
    <message>
        <source>Sampler</source>
        <translation>Tirage</translation>
    </message>
    <message>
        <source>Reset {name}</source>
        <translation>Rétablir {name}</translation>
    </message>
    <message>
        <source>on</source>
        <translation>oui</translation>
    </message>
    <message>
        <source>off</source>
        <translation>non</translation>
    </message>
    <message>
        <source>Back to the default, {value}</source>
        <translation>Revenir à la valeur par défaut, {value}</translation>
    </message>
    <message>
        <source>{help} (default {value})</source>
        <translation>{help} (par défaut {value})</translation>
    </message>
</context>
<context>
    <name>SeedField</name>
    <message>
        <source>Seed</source>
        <translation>Graine</translation>
    </message>
    <message>
        <source>New</source>
        <translation>Autre</translation>
    </message>
    <message>
        <source>Draw another seed</source>
        <translation>Tirer une autre graine</translation>
    </message>
    <message>
        <source>Lock</source>
        <translation>Garder</translation>
    </message>
    <message>
        <source>Keep this seed for the next takes</source>
        <translation>Garder cette graine pour les prises suivantes</translation>
    </message>
</context>
<context>
    <name>ShiftDialog</name>
    <message>
        <source>Move “{name}” along a direction</source>
        <translation>Déplacer « {name} » selon une direction</translation>
    </message>
    <message>
        <source>Gender (more female is positive)</source>
        <translation>Genre (plus féminin est positif)</translation>
    </message>
    <message>
        <source>Pitch</source>
        <translation>Hauteur</translation>
    </message>
    <message>
        <source>Brightness</source>
        <translation>Clarté</translation>
    </message>
    <message>
        <source>Direction</source>
        <translation>Direction</translation>
    </message>
    <message>
        <source>Standard deviations</source>
        <translation>Écarts types</translation>
    </message>
    <message>
        <source>The library teaches the direction: by tags “female” and “male”, or by previews.</source>
        <translation>La bibliothèque enseigne la direction : par les étiquettes « female » et « male », ou par les aperçus.</translation>
    </message>
</context>
<context>
    <name>ShortcutsDialog</name>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Raccourcis clavier</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Commande</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Touches</translation>
    </message>
    <message>
        <source>In the list of takes</source>
        <translation>Dans la liste des prises</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>Lire</translation>
    </message>
    <message>
        <source>Rate with stars</source>
        <translation>Noter par des étoiles</translation>
    </message>
    <message>
        <source>Move to the bin</source>
        <translation>Mettre à la corbeille</translation>
    </message>
    <message>
        <source>In the list of voices</source>
        <translation>Dans la liste des voix</translation>
    </message>
    <message>
        <source>Hear</source>
        <translation>Écouter</translation>
    </message>
    <message>
        <source>Speak with this voice</source>
        <translation>Parler avec cette voix</translation>
    </message>
    <message>
        <source>With the mouse, on a take</source>
        <translation>À la souris, sur une prise</translation>
    </message>
    <message>
        <source>Play from there</source>
        <translation>Lire à partir de là</translation>
    </message>
    <message>
        <source>click</source>
        <translation>clic</translation>
    </message>
    <message>
        <source>Repeat a part</source>
        <translation>Répéter une partie</translation>
    </message>
    <message>
        <source>drag with {key} held</source>
        <translation>tirer, touche {key} enfoncée</translation>
    </message>
    <message>
        <source>Zoom in time</source>
        <translation>Agrandir ou réduire</translation>
    </message>
    <message>
        <source>wheel</source>
        <translation>molette</translation>
    </message>
</context>
<context>
    <name>ShownTake</name>
    <message>
        <source>The take that is being made stays in view</source>
        <translation>La prise en cours reste affichée</translation>
    </message>
</context>
<context>
    <name>SpectrogramPane</name>
    <message>
        <source>Spectrogram</source>
        <translation>Spectrogramme</translation>
    </message>
    <message>
        <source>The spectrum of the sound appears here</source>
        <translation>Le spectre du son apparaît ici</translation>
    </message>
    <message>
        <source>dB</source>
        <translation>dB</translation>
    </message>
</context>
<context>
    <name>SpectrumDifferencePane</name>
    <message>
        <source>Spectrogram, B − A</source>
        <translation>Spectrogramme, B − A</translation>
    </message>
    <message>
        <source>The difference of levels appears here</source>
        <translation>L’écart des niveaux apparaît ici</translation>
    </message>
    <message>
        <source>dB</source>
        <translation>dB</translation>
    </message>
</context>
<context>
    <name>StepPane</name>
    <message>
        <source>{group}, step by step</source>
        <translation>{group}, pas à pas</translation>
    </message>
    <message>
        <source>The magnitude of each layer at each step appears here</source>
        <translation>L’amplitude de chaque couche à chaque pas apparaît ici</translation>
    </message>
</context>
<context>
    <name>SweepForm</name>
    <message>
        <source>Number of seeds</source>
        <translation>Nombre de graines</translation>
    </message>
    <message>
        <source>Voices to try</source>
        <translation>Voix à essayer</translation>
    </message>
    <message>
        <source>Models to try</source>
        <translation>Modèles à essayer</translation>
    </message>
    <message>
        <source>Storage types to try</source>
        <translation>Formats de stockage à essayer</translation>
    </message>
    <message>
        <source>Seeds, from the chosen one on</source>
        <translation>Graines, à partir de celle choisie</translation>
    </message>
    <message>
        <source>Voices (none: the chosen one)</source>
        <translation>Voix (aucune : celle choisie)</translation>
    </message>
    <message>
        <source>Sampler settings</source>
        <translation>Réglages du tirage</translation>
    </message>
    <message>
        <source>The loaded model, stored as</source>
        <translation>Le modèle chargé, stocké en</translation>
    </message>
    <message>
        <source>Models (none: the loaded one)</source>
        <translation>Modèles (aucun : celui chargé)</translation>
    </message>
    <message>
        <source>Load a model in 32 or 16 bits to try other storage types.</source>
        <translation>Chargez un modèle en 32 ou 16 bits pour essayer d’autres types de stockage.</translation>
    </message>
    <message>
        <source>Each is converted once, into the cache.</source>
        <translation>Chacun est converti une seule fois, dans le cache.</translation>
    </message>
</context>
<context>
    <name>SweepQueue</name>
    <message>
        <source>seed</source>
        <translation>graine</translation>
    </message>
    <message>
        <source>It was not spoken</source>
        <translation>Elle n’a pas été dite</translation>
    </message>
</context>
<context>
    <name>SweepView</name>
    <message>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Arrêter</translation>
    </message>
    <message>
        <source>Progress of the sweep</source>
        <translation>Avancement de la série</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>Ordre</translation>
    </message>
    <message>
        <source>Least suspicious first</source>
        <translation>Les moins suspectes d’abord</translation>
    </message>
    <message>
        <source>In the order of speaking</source>
        <translation>Dans l’ordre de synthèse</translation>
    </message>
    <message>
        <source>Takes of the sweep</source>
        <translation>Prises de la série</translation>
    </message>
    <message>
        <source>Speak one text many times and see at once which takes are worth a listen.
Write the text on the left.</source>
        <translation>Dites un texte de nombreuses fois et voyez aussitôt quelles prises méritent l’écoute.
Écrivez le texte à gauche.</translation>
    </message>
    <message>
        <source>Sweep</source>
        <translation>Série</translation>
    </message>
    <message>
        <source>Speak {n} takes</source>
        <translation>Dire {n} prises</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>Continuer</translation>
    </message>
    <message>
        <source>Load a model first</source>
        <translation>Chargez d’abord un modèle</translation>
    </message>
    <message>
        <source>A value that is written above does not fit</source>
        <translation>Une valeur écrite ci-dessus ne convient pas</translation>
    </message>
    <message>
        <source>{done} of {n} takes</source>
        <translation>{done} prises sur {n}</translation>
    </message>
    <message>
        <source>converting the model, once: {percent} %</source>
        <translation>conversion du modèle, une seule fois : {percent} %</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>suspendu</translation>
    </message>
    <message>
        <source>{minutes}:{seconds:02d} to go</source>
        <translation>encore {minutes}:{seconds:02d}</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>en attente</translation>
    </message>
    <message>
        <source>speaking…</source>
        <translation>en cours…</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>échec</translation>
    </message>
    <message>
        <source>{seconds:.2f} s, suspicion {penalty}</source>
        <translation>{seconds:.2f} s, suspicion {penalty}</translation>
    </message>
    <message>
        <source>silence {silence:.0f} %, repeated codes {repeated:.0f} %, clipped {clipped:.0f} %, alarms {n}</source>
        <translation>silence {silence:.0f} %, codes répétés {repeated:.0f} %, écrêté {clipped:.0f} %, alarmes {n}</translation>
    </message>
</context>
<context>
    <name>TakeChanges</name>
    <message numerus="yes">
        <source>rating of %n takes</source>
        <translation>
            <numerusform>note de %n prise</numerusform>
            <numerusform>note de %n prises</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>tags of %n takes</source>
        <translation>
            <numerusform>étiquettes de %n prise</numerusform>
            <numerusform>étiquettes de %n prises</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>notes of %n takes</source>
        <translation>
            <numerusform>remarques de %n prise</numerusform>
            <numerusform>remarques de %n prises</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>move of %n takes to the bin</source>
        <translation>
            <numerusform>mise à la corbeille de %n prise</numerusform>
            <numerusform>mise à la corbeille de %n prises</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>restoring of %n takes</source>
        <translation>
            <numerusform>restauration de %n prise</numerusform>
            <numerusform>restauration de %n prises</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TakeCommands</name>
    <message>
        <source>Undone: {what}</source>
        <translation>Annulé : {what}</translation>
    </message>
    <message>
        <source>Redone: {what}</source>
        <translation>Rétabli : {what}</translation>
    </message>
    <message numerus="yes">
        <source>%n takes moved to the bin. Ctrl+Z brings them back.</source>
        <translation>
            <numerusform>%n prise mise à la corbeille. Ctrl+Z la ramène.</numerusform>
            <numerusform>%n prises mises à la corbeille. Ctrl+Z les ramène.</numerusform>
        </translation>
    </message>
    <message>
        <source>There is no take to export yet.</source>
        <translation>Il n’y a pas encore de prise à exporter.</translation>
    </message>
    <message>
        <source>Exported sound is marked as synthetic</source>
        <translation>Le son exporté est marqué comme synthétique</translation>
    </message>
    <message>
        <source>Exported sound is not marked</source>
        <translation>Le son exporté n’est pas marqué</translation>
    </message>
    <message>
        <source>Nothing can go on from this take: it was not made in one piece of latents</source>
        <translation>Rien ne peut continuer cette prise : elle n’a pas été faite d’un seul morceau de latents</translation>
    </message>
    <message numerus="yes">
        <source>%n files written: {where}</source>
        <translation>
            <numerusform>%n fichier écrit : {where}</numerusform>
            <numerusform>%n fichiers écrits : {where}</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TakeDetails</name>
    <message>
        <source>calm slow</source>
        <translation>calme lent</translation>
    </message>
    <message>
        <source>Words to find this take by, with blanks between them</source>
        <translation>Mots pour retrouver cette prise, séparés par des espaces</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Étiquettes</translation>
    </message>
    <message>
        <source>What do you hear?</source>
        <translation>Qu’entendez-vous ?</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Remarques</translation>
    </message>
    <message>
        <source>Equal command line</source>
        <translation>Ligne de commande équivalente</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copier</translation>
    </message>
    <message>
        <source>Copy the equal command line</source>
        <translation>Copier la ligne de commande équivalente</translation>
    </message>
    <message>
        <source>Select a take to rate it, tag it and write down what you hear.</source>
        <translation>Sélectionnez une prise pour la noter, l’étiqueter et écrire ce que vous entendez.</translation>
    </message>
    <message numerus="yes">
        <source>%n takes</source>
        <translation>
            <numerusform>%n prise</numerusform>
            <numerusform>%n prises</numerusform>
        </translation>
    </message>
    <message>
        <source>Rating</source>
        <translation>Note</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Commande</translation>
    </message>
    <message>
        <source>seed {seed}</source>
        <translation>graine {seed}</translation>
    </message>
    <message>
        <source>likeness to the voice {x:.2f}</source>
        <translation>similarité avec la voix {x:.2f}</translation>
    </message>
    <message>
        <source>not finite: {where}</source>
        <translation>non fini : {where}</translation>
    </message>
</context>
<context>
    <name>TakeListing</name>
    <message>
        <source>The takes are listed as soon as that program lets go.</source>
        <translation>Les prises seront listées dès que ce programme l’aura libéré.</translation>
    </message>
</context>
<context>
    <name>TakePair</name>
    <message>
        <source>Take A</source>
        <translation>Prise A</translation>
    </message>
    <message>
        <source>Take B</source>
        <translation>Prise B</translation>
    </message>
    <message>
        <source>Swap A and B</source>
        <translation>Échanger A et B</translation>
    </message>
    <message>
        <source>Choose a take</source>
        <translation>Choisir une prise</translation>
    </message>
</context>
<context>
    <name>TakesModel</name>
    <message>
        <source>Rating</source>
        <translation>Note</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Texte</translation>
    </message>
    <message>
        <source>Voice</source>
        <translation>Voix</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modèle</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Graine</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Durée</translation>
    </message>
    <message>
        <source>First audio</source>
        <translation>Premier son</translation>
    </message>
    <message>
        <source>RTF</source>
        <translation>RTF</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Étiquettes</translation>
    </message>
    <message>
        <source>Likeness</source>
        <translation>Similarité</translation>
    </message>
    <message>
        <source>Ended by</source>
        <translation>Fin</translation>
    </message>
    <message>
        <source>Alarms</source>
        <translation>Alarmes</translation>
    </message>
    <message>
        <source>Made</source>
        <translation>Date</translation>
    </message>
    <message>
        <source>alarm</source>
        <translation>alarme</translation>
    </message>
    <message>
        <source>unfinished</source>
        <translation>inachevée</translation>
    </message>
    <message>
        <source>end of speech</source>
        <translation>fin du texte</translation>
    </message>
    <message>
        <source>length limit</source>
        <translation>limite de longueur</translation>
    </message>
    <message>
        <source>repeated codes</source>
        <translation>codes répétés</translation>
    </message>
    <message>
        <source>silence</source>
        <translation>silence</translation>
    </message>
    <message>
        <source>failure</source>
        <translation>échec</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>arrêtée</translation>
    </message>
</context>
<context>
    <name>TakesTable</name>
    <message>
        <source>Lowest rating</source>
        <translation>Note minimale</translation>
    </message>
    <message>
        <source>Any rating</source>
        <translation>Toute note</translation>
    </message>
    <message>
        <source>⚠ only</source>
        <translation>⚠ seulement</translation>
    </message>
    <message>
        <source>Only takes with alarms, or that did not end by themselves</source>
        <translation>Seulement les prises avec des alarmes ou qui n’ont pas fini d’elles-mêmes</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>Colonnes</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>Restaurer</translation>
    </message>
    <message>
        <source>Empty the bin…</source>
        <translation>Vider la corbeille…</translation>
    </message>
    <message numerus="yes">
        <source>Remove %n takes with everything that belongs to them? This cannot be undone.</source>
        <translation>
            <numerusform>Supprimer %n prise avec tout ce qui lui appartient ? C’est irréversible.</numerusform>
            <numerusform>Supprimer %n prises avec tout ce qui leur appartient ? C’est irréversible.</numerusform>
        </translation>
    </message>
    <message>
        <source>Empty the bin</source>
        <translation>Vider la corbeille</translation>
    </message>
    <message>
        <source>Takes</source>
        <translation>Prises</translation>
    </message>
    <message numerus="yes">
        <source>Listing takes: %n folders to go</source>
        <translation>
            <numerusform>Recensement des prises : encore %n dossier</numerusform>
            <numerusform>Recensement des prises : encore %n dossiers</numerusform>
        </translation>
    </message>
    <message>
        <source>Bin ({n})</source>
        <translation>Corbeille ({n})</translation>
    </message>
    <message>
        <source>No take fits the filter.</source>
        <translation>Aucune prise ne correspond au filtre.</translation>
    </message>
    <message>
        <source>Another program has locked the index of takes. They are listed as soon as it lets go.</source>
        <translation>Un autre programme a verrouillé l’index des prises. Elles seront listées dès qu’il l’aura libéré.</translation>
    </message>
    <message>
        <source>The takes are being listed.</source>
        <translation>Les prises sont en cours de recensement.</translation>
    </message>
    <message>
        <source>The bin is empty.</source>
        <translation>La corbeille est vide.</translation>
    </message>
    <message>
        <source>Every take is kept here by itself, with its recipe, sound, codes and states. Press Speak.</source>
        <translation>Chaque prise est gardée ici d’elle-même, avec sa recette, son, codes et états. Appuyez sur Parler.</translation>
    </message>
    <message>
        <source>Filter takes</source>
        <translation>Filtrer les prises</translation>
    </message>
</context>
<context>
    <name>TensorView</name>
    <message>
        <source>Ours</source>
        <translation>La nôtre</translation>
    </message>
    <message>
        <source>Reference</source>
        <translation>Référence</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Écart</translation>
    </message>
    <message>
        <source>Histograms</source>
        <translation>Histogrammes</translation>
    </message>
    <message>
        <source>Histogram of values, logarithmic</source>
        <translation>Histogramme des valeurs, logarithmique</translation>
    </message>
    <message>
        <source>Click a stage to look at its tensors</source>
        <translation>Cliquez sur une étape pour voir ses tenseurs</translation>
    </message>
    <message>
        <source>{stage}: the shapes differ, so there is no difference to show</source>
        <translation>{stage} : les formes diffèrent, il n’y a donc pas de différence à montrer</translation>
    </message>
    <message>
        <source>{stage}: largest difference {value:.3g} at [{index}]</source>
        <translation>{stage} : plus grand écart {value:.3g} en [{index}]</translation>
    </message>
</context>
<context>
    <name>TextEditor</name>
    <message>
        <source>Write what is to be spoken.
[name] at the start of a line changes the voice.</source>
        <translation>Écrivez ce qui doit être dit.
[nom] en début de ligne change la voix.</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Texte</translation>
    </message>
    <message>
        <source>What the model reads, and how long ordinary speech of it takes</source>
        <translation>Ce que lit le modèle, et la durée d’une parole ordinaire</translation>
    </message>
    <message numerus="yes">
        <source>%n characters</source>
        <translation>
            <numerusform>%n caractère</numerusform>
            <numerusform>%n caractères</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tokens</source>
        <translation>
            <numerusform>%n jeton</numerusform>
            <numerusform>%n jetons</numerusform>
        </translation>
    </message>
    <message>
        <source>about {seconds:.1f} s</source>
        <translation>environ {seconds:.1f} s</translation>
    </message>
    <message>
        <source>Voices in the text: {names}</source>
        <translation>Voix dans le texte : {names}</translation>
    </message>
    <message>
        <source>no voice is called {names}: read out</source>
        <translation>aucune voix nommée {names} : lu tel quel</translation>
    </message>
</context>
<context>
    <name>TimingPane</name>
    <message>
        <source>Time per frame</source>
        <translation>Temps par trame</translation>
    </message>
    <message>
        <source>What each frame cost appears here</source>
        <translation>Le coût de chaque trame apparaît ici</translation>
    </message>
</context>
<context>
    <name>Transport</name>
    <message>
        <source>Play</source>
        <translation>Lire</translation>
    </message>
    <message>
        <source>Repeat a part: drag it out on the waveform with Shift held</source>
        <translation>Répéter une partie : tirez-la sur la forme d’onde avec Maj</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Vitesse</translation>
    </message>
    <message>
        <source>How fast takes are played; the pitch stays</source>
        <translation>Vitesse de lecture ; la hauteur reste</translation>
    </message>
    <message>
        <source>Volume</source>
        <translation>Volume</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Sortie</translation>
    </message>
    <message>
        <source>Which sound device plays</source>
        <translation>Quel périphérique joue le son</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>not finite: {where}</source>
        <translation>non fini : {where}</translation>
    </message>
    <message>
        <source>No sound output</source>
        <translation>Pas de sortie son</translation>
    </message>
    <message>
        <source>The engine is not yet far enough ahead to play without a gap</source>
        <translation>Le moteur n’a pas encore assez d’avance pour lire sans coupure</translation>
    </message>
    <message>
        <source>Buffering…</source>
        <translation>Mise en mémoire…</translation>
    </message>
    <message>
        <source>Buffering {ready:.1f} of {wanted:.1f} s</source>
        <translation>En mémoire {ready:.1f} sur {wanted:.1f} s</translation>
    </message>
    <message>
        <source>first audio {ms:.0f} ms</source>
        <translation>1er son {ms:.0f} ms</translation>
    </message>
    <message>
        <source>RTF {rtf:.2f}</source>
        <translation>RTF {rtf:.2f}</translation>
    </message>
    <message>
        <source>{n} frames</source>
        <translation>{n} trames</translation>
    </message>
    <message>
        <source>likeness {x:.2f}</source>
        <translation>similarité {x:.2f}</translation>
    </message>
    <message>
        <source>Repeat</source>
        <translation>Répéter</translation>
    </message>
    <message>
        <source>under-runs: {n}</source>
        <translation>coupures : {n}</translation>
    </message>
    <message>
        <source>As the system does</source>
        <translation>Comme le système</translation>
    </message>
    <message>
        <source>Pause to look for other devices</source>
        <translation>Mettez en pause pour chercher d’autres périphériques</translation>
    </message>
    <message>
        <source>No sound device is connected</source>
        <translation>Aucun périphérique audio connecté</translation>
    </message>
</context>
<context>
    <name>UserLayouts</name>
    <message>
        <source>My layouts</source>
        <translation>Mes dispositions</translation>
    </message>
    <message>
        <source>None yet: arrange the window and keep it</source>
        <translation>Aucune : arrangez la fenêtre et gardez-la</translation>
    </message>
    <message>
        <source>Keep this layout</source>
        <translation>Garder cette disposition</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nom</translation>
    </message>
    <message>
        <source>Delete a layout</source>
        <translation>Supprimer une disposition</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>Disposition</translation>
    </message>
</context>
<context>
    <name>ViewCommands</name>
    <message>
        <source>The language changes at the next start</source>
        <translation>La langue change au prochain démarrage</translation>
    </message>
</context>
<context>
    <name>VoiceCommands</name>
    <message>
        <source>Export voice</source>
        <translation>Exporter la voix</translation>
    </message>
    <message>
        <source>Voices</source>
        <translation>Voix</translation>
    </message>
    <message>
        <source>Select voices of your own; those that come along can be duplicated first.</source>
        <translation>Sélectionnez des voix à vous ; celles qui sont fournies peuvent d’abord être dupliquées.</translation>
    </message>
    <message>
        <source>Empty the bin</source>
        <translation>Vider la corbeille</translation>
    </message>
    <message numerus="yes">
        <source>Remove %n voices? This cannot be undone.</source>
        <translation>
            <numerusform>Supprimer %n voix ? C’est irréversible.</numerusform>
            <numerusform>Supprimer %n voix ? C’est irréversible.</numerusform>
        </translation>
    </message>
    <message>
        <source>There is no voice in the bin.</source>
        <translation>Il n’y a pas de voix dans la corbeille.</translation>
    </message>
    <message>
        <source>Undone: {what}</source>
        <translation>Annulé : {what}</translation>
    </message>
    <message>
        <source>Redone: {what}</source>
        <translation>Rétabli : {what}</translation>
    </message>
    <message>
        <source>{name} made again: the bits match</source>
        <translation>{name} refaite : les bits concordent</translation>
    </message>
    <message>
        <source>{name} made again: the bits differ</source>
        <translation>{name} refaite : les bits diffèrent</translation>
    </message>
    <message>
        <source>There is nothing left to do.</source>
        <translation>Il ne reste rien à faire.</translation>
    </message>
</context>
<context>
    <name>VoiceInspector</name>
    <message>
        <source>Values of the x-vector</source>
        <translation>Valeurs du x-vecteur</translation>
    </message>
    <message>
        <source>Choose a voice.</source>
        <translation>Choisissez une voix.</translation>
    </message>
    <message>
        <source>{n} frames of {m} codes: “{text}”</source>
        <translation>{n} trames de {m} codes : « {text} »</translation>
    </message>
    <message>
        <source>Made by: {what} of {parts}</source>
        <translation>Faite par : {what} de {parts}</translation>
    </message>
    <message>
        <source>Norm {norm:.3f} (library {mean:.3f} ± {deviation:.3f}), values {low:.3f} to {high:.3f}</source>
        <translation>Norme {norm:.3f} (bibliothèque {mean:.3f} ± {deviation:.3f}), valeurs {low:.3f} à {high:.3f}</translation>
    </message>
    <message>
        <source> — far from all of them: it may sound unnatural</source>
        <translation> — loin de toutes : elle peut sonner faux</translation>
    </message>
    <message>
        <source>Distance from the library {d:.2f} (typical 1)</source>
        <translation>Distance à la bibliothèque {d:.2f} (typique 1)</translation>
    </message>
    <message>
        <source>Nearest: {names}</source>
        <translation>Les plus proches : {names}</translation>
    </message>
</context>
<context>
    <name>VoiceMap</name>
    <message>
        <source>Map of the voices</source>
        <translation>Carte des voix</translation>
    </message>
    <message>
        <source>Click a voice to hear it, between voices to mix them; drag to hear a path.</source>
        <translation>Cliquez sur une voix pour l’entendre, entre des voix pour les mélanger ; tirez pour entendre un chemin.</translation>
    </message>
    <message>
        <source>No voice of the library fits the loaded model: add one from a recording or a voice file.</source>
        <translation>Aucune voix de la bibliothèque ne convient au modèle chargé : ajoutez-en une depuis un enregistrement ou un fichier de voix.</translation>
    </message>
</context>
<context>
    <name>VoicePicker</name>
    <message>
        <source>Voice</source>
        <translation>Voix</translation>
    </message>
    <message>
        <source>Add file…</source>
        <translation>Ajouter…</translation>
    </message>
    <message>
        <source>Search voices</source>
        <translation>Chercher une voix</translation>
    </message>
    <message>
        <source>Voices</source>
        <translation>Voix</translation>
    </message>
    <message>
        <source>No voice is called or described so.</source>
        <translation>Aucune voix de ce nom ni de cette description.</translation>
    </message>
    <message>
        <source>The model chooses</source>
        <translation>Le modèle choisit</translation>
    </message>
    <message>
        <source>{name} (in the model)</source>
        <translation>{name} (du modèle)</translation>
    </message>
</context>
<context>
    <name>VoiceTable</name>
    <message>
        <source>Voices of the library</source>
        <translation>Voix de la bibliothèque</translation>
    </message>
</context>
<context>
    <name>VoicesModel</name>
    <message>
        <source>Name</source>
        <translation>Nom</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Étiquettes</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Dossier</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Type</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>Largeur</translation>
    </message>
</context>
<context>
    <name>VoicesView</name>
    <message>
        <source>Views of voices</source>
        <translation>Vues des voix</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>Carte</translation>
    </message>
    <message>
        <source>Blend</source>
        <translation>Mélange</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>Inspecteur</translation>
    </message>
    <message>
        <source>Cosines</source>
        <translation>Cosinus</translation>
    </message>
    <message>
        <source>Likeness of the take</source>
        <translation>Similarité</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>Restaurer</translation>
    </message>
    <message>
        <source>Bin</source>
        <translation>Corbeille</translation>
    </message>
    <message>
        <source>Search name, tags, folder, language</source>
        <translation>Nom, étiquettes, dossier, langue</translation>
    </message>
    <message>
        <source>Search the library</source>
        <translation>Chercher dans la bibliothèque</translation>
    </message>
    <message>
        <source>Show bin</source>
        <translation>Montrer la corbeille</translation>
    </message>
    <message>
        <source>Drop voice files or recordings of up to {n:.0f} s here.</source>
        <translation>Déposez ici des fichiers de voix ou des enregistrements d’au plus {n:.0f} s.</translation>
    </message>
    <message>
        <source>Hear</source>
        <translation>Écouter</translation>
    </message>
    <message>
        <source>Play the preview of the selected voice; it is spoken where there is none</source>
        <translation>Jouer l’extrait de la voix choisie ; il est dit s’il n’existe pas encore</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>Importer…</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exporter…</translation>
    </message>
    <message>
        <source>Stop import</source>
        <translation>Arrêter l’import</translation>
    </message>
</context>
<context>
    <name>WaveformPane</name>
    <message>
        <source>Waveform</source>
        <translation>Forme d’onde</translation>
    </message>
    <message>
        <source>Press Speak, and the sound appears here</source>
        <translation>Appuyez sur Parler : le son apparaît ici</translation>
    </message>
</context>
<context>
    <name>WaveformsPane</name>
    <message>
        <source>Waveforms</source>
        <translation>Formes d’onde</translation>
    </message>
    <message>
        <source>Choose two takes above, or select two in the list below</source>
        <translation>Choisissez deux prises ci-dessus, ou sélectionnez-en deux dans la liste</translation>
    </message>
    <message>
        <source>difference rms {rms:.4f}</source>
        <translation>écart efficace {rms:.4f}</translation>
    </message>
</context>
<context>
    <name>WorkEstimate</name>
    <message>
        <source>By the operations of the take and the arithmetic that this machine reached at loading</source>
        <translation>D’après les opérations de la prise et l’arithmétique mesurée sur cette machine</translation>
    </message>
    <message numerus="yes">
        <source>%n seconds</source>
        <translation>
            <numerusform>%n seconde</numerusform>
            <numerusform>%n secondes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n minutes</source>
        <translation>
            <numerusform>%n minute</numerusform>
            <numerusform>%n minutes</numerusform>
        </translation>
    </message>
    <message>
        <source>computes about {long} on this machine</source>
        <translation>calcul d’environ {long} sur cette machine</translation>
    </message>
</context>
<context>
    <name>_SettingRow</name>
    <message>
        <source>Sampler setting {n}</source>
        <translation>Réglage du tirage {n}</translation>
    </message>
    <message>
        <source>Values of sampler setting {n}</source>
        <translation>Valeurs du réglage {n}</translation>
    </message>
    <message>
        <source>0.5, 0.9…</source>
        <translation>0,5 ; 0,9…</translation>
    </message>
    <message>
        <source>Values, as in 0.7, 0.9, or a range with its step, as in 0.5:1:0.1</source>
        <translation>Des valeurs, comme 0,7 ; 0,9, ou une plage avec son pas, comme 0,5:1:0,1</translation>
    </message>
</context>
</TS>
