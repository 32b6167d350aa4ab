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
        <source>&amp;Engine</source>
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
        <source>&amp;View</source>
        <translation>&amp;Affichage</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Aide</translation>
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
        <source>Quit</source>
        <translation>Quitter</translation>
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
        <source>Export takes…</source>
        <translation>Exporter des prises…</translation>
    </message>
    <message>
        <source>Mark exports as synthetic, or stop it</source>
        <translation>Marquer les exports comme synthétiques, ou non</translation>
    </message>
    <message>
        <source>Undo the last change to takes</source>
        <translation>Annuler la dernière modification des prises</translation>
    </message>
    <message>
        <source>Do it again</source>
        <translation>Rétablir</translation>
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
        <source>Show the library</source>
        <translation>Montrer la bibliothèque</translation>
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
        <source>Duplicate the selected voices</source>
        <translation>Dupliquer les voix choisies</translation>
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
        <source>Undo the last change of the library</source>
        <translation>Annuler la dernière modification de la bibliothèque</translation>
    </message>
    <message>
        <source>Redo it</source>
        <translation>Rétablir la modification</translation>
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
        <source>Find a command…</source>
        <translation>Chercher une commande…</translation>
    </message>
</context>
<context>
    <name>AlarmText</name>
    <message>
        <source>Not finite: {value:.0f} values</source>
        <translation>Non fini : {value:.0f} valeurs</translation>
    </message>
    <message>
        <source>Too large for F16: {value:.3g}</source>
        <translation>Trop grand pour F16 : {value:.3g}</translation>
    </message>
    <message>
        <source>Little headroom in F16: {value:.3g}</source>
        <translation>Peu de marge en F16 : {value:.3g}</translation>
    </message>
    <message>
        <source>Grows {value:.1f} times in one layer</source>
        <translation>Croît {value:.1f} fois en une couche</translation>
    </message>
    <message>
        <source>Massive activation: {value:.3g}</source>
        <translation>Activation massive : {value:.3g}</translation>
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
</context>
<context>
    <name>BlendPanel</name>
    <message>
        <source>Select two to {n} voices in the list.</source>
        <translation>Sélectionnez deux à {n} voix dans la liste.</translation>
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
        <translation>Garder dans la bibliothèque</translation>
    </message>
    <message>
        <source>Share of {name}</source>
        <translation>Part de {name}</translation>
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
        <source>Keys A, X, B or 1, 2 switch at the same position</source>
        <translation>Les touches A, X, B ou 1, 2 changent sans perdre la position</translation>
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
        <source>{verdict}: {hits}, p = {p:.2g}, 95 % interval {low:.0%} to {high:.0%}.</source>
        <translation>{verdict} : {hits}, p = {p:.2g}, intervalle à 95 % de {low:.0%} à {high:.0%}.</translation>
    </message>
    <message>
        <source>The test was broken off, so p says little.</source>
        <translation>Le test a été interrompu : p ne dit pas grand-chose.</translation>
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
        <source>Alignment</source>
        <translation>Alignement</translation>
    </message>
    <message>
        <source>Which moments of the two takes are compared with each other</source>
        <translation>Quels instants des deux prises sont comparés</translation>
    </message>
    <message>
        <source>equal times</source>
        <translation>mêmes instants</translation>
    </message>
    <message>
        <source>equal sounds</source>
        <translation>mêmes sons</translation>
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
        <source>choose a take</source>
        <translation>choisir une prise</translation>
    </message>
    <message>
        <source>Comparing…</source>
        <translation>Comparaison…</translation>
    </message>
    <message>
        <source>all codes are the same</source>
        <translation>tous les codes sont identiques</translation>
    </message>
    <message>
        <source>codes differ from frame {frame} on, {share:.0%} are the same</source>
        <translation>codes différents dès la trame {frame}, {share:.0%} identiques</translation>
    </message>
    <message>
        <source>spectrum {db:.1f} dB apart</source>
        <translation>spectres à {db:.1f} dB</translation>
    </message>
    <message>
        <source>most changed: {group} layer {layer}, {octaves:.2f} octaves</source>
        <translation>le plus changé : {group}, couche {layer}, {octaves:.2f} octaves</translation>
    </message>
    <message>
        <source>frame {frame}</source>
        <translation>trame {frame}</translation>
    </message>
</context>
<context>
    <name>ConsentDialog</name>
    <message>
        <source>Whose voice is it?</source>
        <translation>À qui est cette voix ?</translation>
    </message>
    <message>
        <source>By what right the voice is used</source>
        <translation>À quel titre la voix est utilisée</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Choisir…</translation>
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
        <source>Copy</source>
        <translation>Copier</translation>
    </message>
    <message>
        <source>Write diagnostics…</source>
        <translation>Écrire un diagnostic…</translation>
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
        <source>Write diagnostics</source>
        <translation>Écrire un diagnostic</translation>
    </message>
    <message>
        <source>Bundles (*.zip)</source>
        <translation>Paquets (*.zip)</translation>
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
        <translation>facteur du bruit de départ ; 0.8 sonne plus calme</translation>
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
        <source>Stop</source>
        <translation>Arrêter</translation>
    </message>
    <message>
        <source>Converting the checkpoint, once: {percent} %</source>
        <translation>Conversion du modèle, une seule fois : {percent} %</translation>
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
        <source>How a checkpoint folder is stored once it is converted; GGUF files have theirs already</source>
        <translation>Stockage d’un dossier de modèle une fois converti ; les fichiers GGUF ont déjà le leur</translation>
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
        <source>{path}: cannot be read ({error}); give a text file in UTF-8</source>
        <translation>{path} : illisible ({error}) ; donnez un texte en UTF-8</translation>
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
        <source>{step}, {layer}: deviation {deviation:.3g}, largest magnitude {largest:.3g}</source>
        <translation>{step}, {layer} : écart type {deviation:.3g}, plus grande valeur {largest:.3g}</translation>
    </message>
    <message>
        <source>x {factor:.3g} from first to last</source>
        <translation>x {factor:.3g} de la première à la dernière</translation>
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
    <name>LikenessPlot</name>
    <message>
        <source>Likeness to the voice over time</source>
        <translation>Ressemblance à la voix au cours du temps</translation>
    </message>
    <message>
        <source>s</source>
        <translation>s</translation>
    </message>
    <message>
        <source>Nothing to compare: no take, or a voice without x-vector.</source>
        <translation>Rien à comparer : pas de prise, ou une voix sans x-vecteur.</translation>
    </message>
    <message>
        <source>Likeness to the voice {whole:.2f}, lowest {low:.2f} along the way</source>
        <translation>Ressemblance à la voix {whole:.2f}, au plus bas {low:.2f} en chemin</translation>
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
        <source>{group}: {value:.3g} in layer {layer}</source>
        <translation>{group} : {value:.3g} en couche {layer}</translation>
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
        <source>Written: {path}</source>
        <translation>Écrit : {path}</translation>
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
        <source>Choose a model and what its reference recorded: every stage is compared, the worst comes first</source>
        <translation>Choisissez un modèle et ce que sa référence a enregistré : chaque étape est comparée, la pire d’abord</translation>
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
        <source>{position}, {place}, {layer}: rms {rms:.3g}, largest magnitude {largest:.3g}</source>
        <translation>{position}, {place}, {layer} : valeur efficace {rms:.3g}, plus grande valeur {largest:.3g}</translation>
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
        <source>deviation</source>
        <translation>écart type</translation>
    </message>
    <message>
        <source>F16: {octaves:.1f} octaves above layer {layer}</source>
        <translation>F16 : {octaves:.1f} octaves au-dessus de la couche {layer}</translation>
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
        <source>{done}, held</source>
        <translation>{done}, suspendu</translation>
    </message>
    <message>
        <source>reading the text</source>
        <translation>lecture du texte</translation>
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
        <source>{done}, about {left} left</source>
        <translation>{done}, encore environ {left}</translation>
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
        <source>gender (more female is positive)</source>
        <translation>genre (plus féminin est positif)</translation>
    </message>
    <message>
        <source>pitch</source>
        <translation>hauteur</translation>
    </message>
    <message>
        <source>brightness</source>
        <translation>clarté</translation>
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
    <message>
        <source>{step}, {layer}: deviation {deviation:.3g}, largest magnitude {largest:.3g}</source>
        <translation>{step}, {layer} : écart type {deviation:.3g}, plus grande valeur {largest:.3g}</translation>
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
        <source>Seeds, from that of the request on</source>
        <translation>Graines, à partir de celle de la demande</translation>
    </message>
    <message>
        <source>Voices; none for that of the request</source>
        <translation>Voix ; aucune pour celle de la demande</translation>
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
        <source>Models; none for the loaded one</source>
        <translation>Modèles ; aucun pour celui qui est chargé</translation>
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
        <source>least suspicious first</source>
        <translation>les moins suspectes d’abord</translation>
    </message>
    <message>
        <source>in order</source>
        <translation>dans l’ordre</translation>
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
        <translation>en pause</translation>
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
        <source>silence {silence:.0%}, repeated codes {repeated:.0%}, clipped {clipped:.0%}, alarms {n}</source>
        <translation>silence {silence:.0%}, codes répétés {repeated:.0%}, écrêté {clipped:.0%}, alarmes {n}</translation>
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
        <source>Done again: {what}</source>
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
        <source>separated by blanks</source>
        <translation>séparées par des espaces</translation>
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
        <translation>ressemblance à la voix {x:.2f}</translation>
    </message>
    <message>
        <source>not finite: {where}</source>
        <translation>non fini : {where}</translation>
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
        <translation>Ressemblance</translation>
    </message>
    <message>
        <source>Ended by</source>
        <translation>Fin</translation>
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
        <source>any rating</source>
        <translation>toute note</translation>
    </message>
    <message>
        <source>⚠ only</source>
        <translation>⚠ seulement</translation>
    </message>
    <message>
        <source>Only takes that stopped at an alarm or did not end by themselves</source>
        <translation>Seulement les prises arrêtées par une alarme ou qui n’ont pas fini d’elles-mêmes</translation>
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
    <message>
        <source>Bin ({n})</source>
        <translation>Corbeille ({n})</translation>
    </message>
    <message>
        <source>No take fits the filter.</source>
        <translation>Aucune prise ne correspond au filtre.</translation>
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
        <source>Histogram of values</source>
        <translation>Histogramme des valeurs</translation>
    </message>
    <message>
        <source>Click a stage to look at its tensors</source>
        <translation>Cliquez sur une étape pour voir ses tenseurs</translation>
    </message>
    <message>
        <source>{stage}: the shapes differ, so there is nothing to compare</source>
        <translation>{stage} : les formes diffèrent, rien à comparer</translation>
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
        <source>Loop</source>
        <translation>Boucle</translation>
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
        <translation>premier son {ms:.0f} ms</translation>
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
        <translation>ressemblance {x:.2f}</translation>
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
        <source>Undone: {what}</source>
        <translation>Annulé : {what}</translation>
    </message>
    <message>
        <source>Done again: {what}</source>
        <translation>Rétabli : {what}</translation>
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
        <source>No voice is called so.</source>
        <translation>Aucune voix de ce nom.</translation>
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
        <translation>Ressemblance de la prise</translation>
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
        <translation>Chercher nom, étiquettes, dossier, langue</translation>
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
        <source>0.7, 0.9 or 0.5:1:0.1</source>
        <translation>0.7, 0.9 ou 0.5:1:0.1</translation>
    </message>
</context>
<context>
    <name>parent</name>
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
</TS>
