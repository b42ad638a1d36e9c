/** Rejected as any word of a name. */
const reservedWords = [
  'admin',
  'administrator',
  'sysadmin',
  'superuser',
  'webmaster',
  'moderator',
  'админ',
  'администратор',
  'модератор',
]

/** Rejected as the whole name only: as a part they occur in ordinary names. */
const reservedNames = [
  'mod',
  'mods',
  'root',
  'staff',
  'stoa',
  'support',
  'system',
  'official',
  'owner',
  'team',
  'helpdesk',
  'مشرف',
  'مدير',
  'مسؤول',
  'إدارة',
  'دعم',
  'نظام',
  'مشرف عام',
  'مدير الموقع',
  'مشرف الموقع',
  'مسؤول الموقع',
  'إدارة الموقع',
  'فريق الدعم',
  'الدعم الفني',
  'دعم فني',
]

/** Chinese has no spaces between words, so these are rejected anywhere in a name. */
const reservedChinese = [
  '管理员',
  '管理員',
  '管理者',
  '版主',
  '站长',
  '站長',
  '超管',
  '官方',
  '客服',
  '系统消息',
  '系統消息',
]

/** Prefixes and suffixes that do not make a reserved word a different name. */
const prefixes = ['the', 'real', 'site', 'super', 'chief', 'head', 'forum', 'official', 'stoa']
const suffixes = ['team', 'bot', 'staff', 'support', 'help', 'official', 'account', 's']

/** Confusable characters and what they look like, after lowercasing and decomposition. */
const lookalikes = new Map(
  [
    // Cyrillic
    'аa вb сc ԁd еe һh нh іi ӏi јj кk',
    'мm пn оo рp ԛq гr ѕs тt цu ѵv ԝw',
    'хx уy',
    // Greek
    'αa βb ϲc δd εe ηn ιi κk μm νv οo',
    'ρp σo ςs τt υu χx γy ωw',
    // Armenian and others
    'օo ոn սu հh ցg զq ԍg',
    // Latin letters without a decomposition
    'ɑa ɐa ᴀa ʙb ᴄc đd ɖd ɗd ᴅd ɛe ᴇe',
    'əe ꜰf ɡg ɢg ħh ʜh ıi ɪi ɩi ᴊj ᴋk',
    'łi ʟi ɫi ᴍm ɱm ɴn ŋn ɲn øo ᴏo ɔo',
    'ᴘp ʀr ɾr ꜱs ʂs ᴛt ŧt ʈt ᴜu ʊu ᴠv',
    'ʋv ᴡw ʏy ƴy ᴢz ƶz',
    // Digits and the letter l
    '0o 1i li 3e 4a 5s 6b 7t 8b',
    // Arabic spelling variants
    'أا إا آا ىي ةه یي کك',
  ]
    .flatMap((line) => line.split(' '))
    .map((pair): [string, string] => [pair.charAt(0), pair.slice(1)]),
)

/** The same skeleton for texts that look alike (as in Unicode TS 39), with single spaces between words. */
function toSkeleton(text: string) {
  const plain = text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\p{M}\p{Default_Ignorable_Code_Point}\u0640]/gu, '')
  return (
    [...plain]
      .map((character) => lookalikes.get(character) ?? character)
      .join('')
      .replaceAll('rn', 'm')
      .replaceAll('vv', 'w')
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
      // The Arabic article is a prefix of the word.
      .replaceAll(/(?<!\p{L})ال(?=\p{L}{3})/gu, '')
  )
}

const officialWords = new Set(reservedWords.map(toSkeleton))
const officialNames = new Set(reservedNames.map(toSkeleton))
const officialChinese = reservedChinese.map(toSkeleton)

const anyOf = (words: Iterable<string>) => `(?:${[...words].join('|')})`
const compound = new RegExp(
  `^${anyOf(prefixes.map(toSkeleton))}*${anyOf([...officialWords, ...officialNames])}${anyOf(suffixes.map(toSkeleton))}*$`,
  'u',
)

/** Whether a name looks like the site or its staff. */
export function looksOfficial(name: string): boolean {
  // Also without leading and trailing digits: "admin1" has to match, while inner digits may stand for letters.
  return [name, name.replaceAll(/^[\p{N}\s._-]+|[\p{N}\s._-]+$/gu, '')].some((text) =>
    isOfficial(toSkeleton(text)),
  )
}

function isOfficial(skeleton: string) {
  const words = skeleton.split(' ')
  const joined = words.join('')
  return (
    officialNames.has(skeleton) ||
    words.some((word) => officialWords.has(word)) ||
    compound.test(joined) ||
    officialChinese.some((word) => joined.includes(word))
  )
}
