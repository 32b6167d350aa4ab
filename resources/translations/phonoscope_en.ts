<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_US">
<context>
    <name>EngineCard</name>
    <message numerus="yes">
        <source>{quantisation}  ·  {device}  ·  %n threads  ·  {rate:g} kHz</source>
        <translation>
            <numerusform>{quantisation}  ·  {device}  ·  %n thread  ·  {rate:g} kHz</numerusform>
            <numerusform>{quantisation}  ·  {device}  ·  %n threads  ·  {rate:g} kHz</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ExportDialog</name>
    <message numerus="yes">
        <source>Export %n takes</source>
        <translation>
            <numerusform>Export %n take</numerusform>
            <numerusform>Export %n takes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>… and %n more</source>
        <translation>
            <numerusform>… and %n more</numerusform>
            <numerusform>… and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RatingStars</name>
    <message numerus="yes">
        <source>%n stars</source>
        <translation>
            <numerusform>%n star</numerusform>
            <numerusform>%n stars</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TakeChanges</name>
    <message numerus="yes">
        <source>rating of %n takes</source>
        <translation>
            <numerusform>rating of %n take</numerusform>
            <numerusform>rating of %n takes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>tags of %n takes</source>
        <translation>
            <numerusform>tags of %n take</numerusform>
            <numerusform>tags of %n takes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>notes of %n takes</source>
        <translation>
            <numerusform>notes of %n take</numerusform>
            <numerusform>notes of %n takes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>move of %n takes to the bin</source>
        <translation>
            <numerusform>move of %n take to the bin</numerusform>
            <numerusform>move of %n takes to the bin</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>restoring of %n takes</source>
        <translation>
            <numerusform>restoring of %n take</numerusform>
            <numerusform>restoring of %n takes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TakeCommands</name>
    <message numerus="yes">
        <source>%n takes moved to the bin. Ctrl+Z brings them back.</source>
        <translation>
            <numerusform>%n take moved to the bin. Ctrl+Z brings it back.</numerusform>
            <numerusform>%n takes moved to the bin. Ctrl+Z brings them back.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n files written: {where}</source>
        <translation>
            <numerusform>%n file written: {where}</numerusform>
            <numerusform>%n files written: {where}</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TakeDetails</name>
    <message numerus="yes">
        <source>%n takes</source>
        <translation>
            <numerusform>%n take</numerusform>
            <numerusform>%n takes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TakesTable</name>
    <message numerus="yes">
        <source>Remove %n takes with everything that belongs to them? This cannot be undone.</source>
        <translation>
            <numerusform>Remove %n take with everything that belongs to it? This cannot be undone.</numerusform>
            <numerusform>Remove %n takes with everything that belongs to them? This cannot be undone.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Listing takes: %n folders to go</source>
        <translation>
            <numerusform>Listing takes: %n folder to go</numerusform>
            <numerusform>Listing takes: %n folders to go</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TextEditor</name>
    <message numerus="yes">
        <source>%n characters</source>
        <translation>
            <numerusform>%n character</numerusform>
            <numerusform>%n characters</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tokens</source>
        <translation>
            <numerusform>%n token</numerusform>
            <numerusform>%n tokens</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>VoiceCommands</name>
    <message numerus="yes">
        <source>Remove %n voices? This cannot be undone.</source>
        <translation>
            <numerusform>Remove %n voice? This cannot be undone.</numerusform>
            <numerusform>Remove %n voices? This cannot be undone.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>WorkEstimate</name>
    <message numerus="yes">
        <source>%n seconds</source>
        <translation>
            <numerusform>%n second</numerusform>
            <numerusform>%n seconds</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n minutes</source>
        <translation>
            <numerusform>%n minute</numerusform>
            <numerusform>%n minutes</numerusform>
        </translation>
    </message>
</context>
</TS>
