import type { Random } from './random.ts'

/** Sentences and titles; `@` is a slot for a topic word. */
export type Language = { name: string; share: number; titles: string[]; sentences: string[] }

const toLines = (text: string) => text.trim().split('\n')

const english: Language = {
  name: 'en',
  share: 0.74,
  titles: toLines(`
How do I configure @ together with @?
Why does @ fail after an upgrade of @
What is the best way to test @ without @
@ returns an empty list when @ is slow
Cannot connect @ to @ behind a proxy
Difference between @ and @ in production
Is it safe to share @ between threads of @?
How to measure the memory of @ while @ runs
@ throws an error only when @ is cached`),
  sentences: toLines(`
We moved our @ to a new machine last week and it behaves in another way since then.
The documentation says that @ should be enough, but it is not clear what happens afterwards.
I have read every answer I could find about @ and none of them explains the reason.
It works on my own computer, where the version is newer.
Everything is fine until the second request, then the connection is closed.
Here is the smallest example that shows the problem.
You can see that the value changes although nobody writes to it.
What I would expect is one line of output for each record.
The log does not say anything useful, even with the highest level of detail.
In my case the reason was an old configuration file of @ in the home directory.
Try to remove the cache first, then start the service again and look at the time it takes.
This is by design: the order of the rows is not defined unless you ask for one.
As far as I know @ reads the setting only once, when it starts.
We have about forty thousand users and most of them are active in the morning.
After an hour the queue is longer than the memory allows.
I tried to increase the limit, but that only moves the problem to another place.
Please note that the answer below is for older versions and no longer needed.
Measure before you change anything, because the slow part is rarely where you think it is.
The simplest solution is to keep two copies and to compare them when you read.
Both of them use the same library, so the difference must come from the network.
A transaction that waits for @ holds its locks until the very end.
There is a setting for this, although it is well hidden in the manual.
If you can, write a small test that fails, and attach it to the report.
The error message is misleading since the file exists and can be read.
I ended up with a script that runs every night and repairs what is broken.
Which of the two is recommended when the data does not fit on one disk?`),
}

const german: Language = {
  name: 'de',
  share: 0.07,
  titles: toLines(`
Wie richte ich @ zusammen mit @ ein?
Warum bricht @ nach dem Update von @ ab`),
  sentences: toLines(`
Seit der Umstellung auf @ dauert jede Anfrage mehrere Sekunden.
Die Datei ist vorhanden und lesbar, trotzdem kommt eine Fehlermeldung.
Auf meinem Rechner funktioniert es, auf dem Server leider nicht.
Ich würde gern verstehen, warum die Reihenfolge der Zeilen wechselt.
Bei mir lag es an einer alten Einstellung von @ im Benutzerverzeichnis.
Danach muss der Dienst neu gestartet werden, sonst ändert sich nichts.`),
}

const french: Language = {
  name: 'fr',
  share: 0.05,
  titles: toLines(`
Comment configurer @ avec @ ?
Pourquoi @ échoue après la mise à jour de @`),
  sentences: toLines(`
Depuis la mise à jour de @ chaque requête prend plusieurs secondes.
Le fichier existe et il est lisible, mais une erreur apparaît quand même.
Cela fonctionne sur ma machine, malheureusement pas sur le serveur.
Je voudrais comprendre pourquoi l'ordre des lignes change.
Il faut redémarrer le service, sinon rien ne change.`),
}

const spanish: Language = {
  name: 'es',
  share: 0.05,
  titles: toLines(`
¿Cómo configuro @ junto con @?
Por qué falla @ después de actualizar @`),
  sentences: toLines(`
Desde la actualización de @ cada consulta tarda varios segundos.
El archivo existe y se puede leer, pero aparece un error.
Funciona en mi ordenador, pero no en el servidor.
Me gustaría entender por qué cambia el orden de las filas.
Hay que reiniciar el servicio, si no, nada cambia.`),
}

const russian: Language = {
  name: 'ru',
  share: 0.03,
  titles: toLines(`
Как настроить @ вместе с @?
Почему @ не работает после обновления @`),
  sentences: toLines(`
После обновления @ каждый запрос занимает несколько секунд.
Файл существует и читается, но всё равно появляется ошибка.
На моём компьютере всё работает, а на сервере нет.
Нужно перезапустить службу, иначе ничего не изменится.`),
}

const chinese: Language = {
  name: 'zh',
  share: 0.04,
  titles: toLines(`
怎么把 @ 和 @ 一起配置？
升级 @ 以后 @ 为什么失败`),
  sentences: toLines(`
升级 @ 之后每个请求都需要几秒钟。
文件存在而且可以读取，但是仍然报错。
在我的电脑上可以运行，在服务器上却不行。
需要重新启动服务，否则没有任何变化。`),
}

const arabic: Language = {
  name: 'ar',
  share: 0.02,
  titles: toLines(`
كيف أضبط @ مع @؟
لماذا يتوقف @ بعد تحديث @`),
  sentences: toLines(`
بعد تحديث @ يستغرق كل طلب عدة ثوان.
الملف موجود ويمكن قراءته ولكن يظهر خطأ.
يعمل البرنامج على جهازي ولا يعمل على الخادم.
يجب إعادة تشغيل الخدمة وإلا فلن يتغير شيء.`),
}

export const languages: readonly Language[] = [
  english,
  german,
  french,
  spanish,
  russian,
  chinese,
  arabic,
]

const subjects =
  `javascript python java postgres react linux docker git html css node typescript android sql php
bash nginx redis kubernetes windows swift rust golang mysql angular spring django flask excel macos networking security
performance caching testing logging unicode regex json xml http oauth email parsing threads memory sockets timezone
sorting search index replication backup migration encryption firewall monitoring virtualization compiler debugger
packaging deployment templates forms validation routing session cookies uploads images fonts layout accessibility
charts tables dates money rounding statistics matrices graphs recursion pointers generics closures iterators streams
promises events queues workers scheduling signals processes filesystems permissions printers bluetooth graphics audio
video games physics maps routing-tables`
    .split(/\s+/)
    .filter((word) => /^[a-z]+$/.test(word))

const syllables =
  `ba be bi bo bu da de di do du fa fe fi fo ga ge gi go ka ke ki ko la le li lo lu ma me mi mo mu na ne ni
no nu pa pe pi po ra re ri ro ru sa se si so su ta te ti to tu va ve vi vo xa zi`.split(/\s+/)

/** Distinct topic words, common ones first. */
export function createVocabulary(random: Random, count: number): string[] {
  const words = new Set(subjects.slice(0, count))
  while (words.size < count) {
    const length = 3 + random.below(3)
    words.add(Array.from({ length }, () => syllables[random.below(syllables.length)]).join(''))
  }
  return [...words]
}
