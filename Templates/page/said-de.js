// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// What the program says by name, in German: why a tag is not OK, and why something was refused.
// What has no words here is shown as the program says it.

export default {
  reason: {
    "answer-corrupted": "Die Antwort des NFC-Tags kam beschädigt an.",
    "answer-unclear": "Die Antwort des NFC-Tags war nicht zu verstehen.",
    "attempt-limited": "Der NFC-Tag lässt keine Passwortversuche mehr zu.",
    "changed-since-done": "Der NFC-Tag war fertig und wurde danach verändert.",
    "configuration-frozen": "Die Einstellungen des NFC-Tags sind für immer gesperrt.",
    "foreign": "Dieser NFC-Tag gehört nicht zu diesem Auftrag.",
    "given-up": "Dieser NFC-Tag wurde aufgegeben.",
    "key-needed": "Der NFC-Tag ist mit einem Passwort geschützt.",
    "message-too-large": "Der Link ist zu lang für diesen Chip.",
    "no-ndef": "Dieser NFC-Tag ist nicht für Links gemacht.",
    "no-place-left": "Die letzten NFC-Tags dieses Durchgangs liegen auf anderen Lesegeräten.",
    "no-room": "Auf dem NFC-Tag ist kein Platz für den Link.",
    "no-row-left": "Für diesen NFC-Tag ist keine Zeile mehr da.",
    "not-blank": "Der NFC-Tag ist nicht leer.",
    "not-finished": "Dieser NFC-Tag wurde angefangen und nicht fertig.",
    "not-genuine": "Der NFC-Tag hat keine gültige Signatur des Herstellers.",
    "not-of-this-job": "Der NFC-Tag ist nicht von diesem Auftrag.",
    "on-another-reader": "An diesem NFC-Tag arbeitet noch ein anderes Lesegerät.",
    "opens-no-app": "Der Link öffnet die App nicht.",
    "other-rows-link": "Der NFC-Tag zeigt den Link einer anderen Zeile.",
    "password-refused": "Der NFC-Tag nimmt das Passwort nicht an.",
    "possible-copy": "Dieser NFC-Tag könnte eine Kopie sein.",
    "protected-otherwise": "Der NFC-Tag ist anders geschützt als verlangt.",
    "random-uid": "Der NFC-Tag nennt jedes Mal eine andere Nummer.",
    "resolver": "Für diesen NFC-Tag kamen keine Werte.",
    "same-link": "Ein anderer NFC-Tag hat schon diesen Link.",
    "seen-twice": "Dieser NFC-Tag war schon einmal da.",
    "tag-gone": "Der NFC-Tag wurde zu früh weggenommen.",
    "tag-refused": "Der NFC-Tag hat einen Befehl abgelehnt.",
    "tag-silent": "Der NFC-Tag hat nicht geantwortet.",
    "tag-swapped": "Es liegt jetzt ein anderer NFC-Tag da.",
    "undecided": "Die Zeile hat jetzt einen anderen Link.",
    "unknown-card": "Was da liegt, gibt sich nicht zu erkennen.",
    "unprotected": "Der NFC-Tag ist nicht geschützt, wie er sein soll.",
    "unprotected-since-done": "Der Schutz des NFC-Tags wurde entfernt.",
    "write-access-closed": "Der NFC-Tag lässt sich nicht mehr beschreiben.",
    "wrong-chip": "Das ist ein anderer Chip, als der Auftrag verlangt.",
    "wrong-content": "Der NFC-Tag zeigt etwas anderes, als er soll.",
  },
  trouble: {
    "reader-gone": "Das Lesegerät ist abgesteckt. Stecken Sie es wieder an.",
    "reader-silent": "Das Lesegerät antwortet nicht. Stecken Sie es ab und wieder an.",
    "card-service-gone": "Der Dienst für Kartenleser läuft nicht mehr.",
    "unknown-card": "Was da liegt, gibt sich nicht zu erkennen. Nehmen Sie es weg.",
    "tag-in-use": "Ein anderes Programm benutzt den NFC-Tag auf diesem Gerät.",
  },
  error: {
    "busy": "Es läuft schon etwas. Halten Sie das zuerst an, oder warten Sie auf das Ende.",
    "changed-rows": "Einige Zeilen wurden geändert, nachdem ihr NFC-Tag beschrieben war. "
      + "Entscheiden Sie unter Schreiben, was mit diesen NFC-Tags geschieht.",
    "not-typed": "Das lässt sich nicht rückgängig machen: Tippen Sie den Namen des Auftrags "
      + "genau ein.",
    "pdf": "Das ist eine PDF-Datei, keine Tabelle. Speichern Sie die Liste als Excel oder CSV.",
    "no-name": "Geben Sie dem Auftrag einen Namen.",
    "no-such-job": "Diesen Auftrag gibt es im Ordner nicht mehr.",
    "job-has-errors": "Der Auftrag hat noch Fehler: siehe Prüfen. Es wurde nichts getan.",
    "warnings-not-confirmed": "Die Warnungen sind noch nicht bestätigt: siehe Prüfen.",
    "not-approved": "Die Links sind noch nicht freigegeben: siehe Prüfen.",
    "no-reader": "Wählen Sie zuerst ein Lesegerät.",
    "no-such-reader": "Dieses Lesegerät ist nicht mehr da. Suchen Sie noch einmal.",
    "no-run": "Gerade wird nichts geschrieben.",
    "no-reason": "Sagen Sie, warum: Es steht auch im Bericht.",
    "nothing-to-lock": "Noch kein NFC-Tag ist fertig, also gibt es nichts zu sperren.",
    "nothing-to-verify": "Noch kein NFC-Tag ist fertig, also gibt es nichts nachzuprüfen.",
    "nothing-to-print": "Noch kein NFC-Tag ist fertig, also gibt es nichts zu drucken.",
    "nothing-written": "Noch kein NFC-Tag dieses Auftrags ist geschrieben.",
    "no-labels": "Es wurden keine Etiketten gemacht: Noch kein NFC-Tag ist fertig.",
    "exists": "Einen Auftrag dieses Namens gibt es schon.",
    "empty-file": "Die Datei ist leer.",
    "key-file": "Schlüsseldateien gehören nicht auf eine Seite. Legen Sie sie selbst in den "
      + "Ordner.",
    "no-upload": "Die Datei ist nicht mehr da. Ziehen Sie sie noch einmal auf die Seite.",
    "workbook": "Das ist eine Arbeitsmappe: Ändern Sie die Zelle in Excel, speichern Sie, und "
      + "sehen "
      + "Sie hier noch einmal nach.",
    "cell-elsewhere": "Diese Zelle lässt sich hier nicht ändern. Ändern Sie sie in Ihrer "
      + "Tabelle, und sehen Sie noch einmal nach.",
    "no-hand": "Nur auf nachgebildete Lesegeräte kann die Seite NFC-Tags legen.",
    "no-tag": "Es gibt keinen NFC-Tag, der zurückgelegt werden könnte.",
  },
};
