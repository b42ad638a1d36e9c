/** Refused wherever they stand in a name. */
const titles = [
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

/** Refused as the whole name: elsewhere they may be part of an honest one. */
const voices = [
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

/** Without spaces between words, so refused anywhere. */
const chinese = [
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

/** What may be put before or after a title without making it another name. */
const fillers = ['the', 'real', 'site', 'super', 'chief', 'head', 'forum', 'official', 'stoa']
const endings = ['team', 'bot', 'staff', 'support', 'help', 'official', 'account', 's']

/** Letters that look like others, as they are after lowercasing and decomposition. */
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
    // Latin letters that decompose into nothing
    'ɑa ɐa ᴀa ʙb ᴄc đd ɖd ɗd ᴅd ɛe ᴇe',
    'əe ꜰf ɡg ɢg ħh ʜh ıi ɪi ɩi ᴊj ᴋk',
    'łi ʟi ɫi ᴍm ɱm ɴn ŋn ɲn øo ᴏo ɔo',
    'ᴘp ʀr ɾr ꜱs ʂs ᴛt ŧt ʈt ᴜu ʊu ᴠv',
    'ʋv ᴡw ʏy ƴy ᴢz ƶz',
    // Digits, and the letter that looks like three others
    '0o 1i li 3e 4a 5s 6b 7t 8b',
    // Arabic letters that are written in several ways
    'أا إا آا ىي ةه یي کك',
  ]
    .flatMap((line) => line.split(' '))
    .map((pair): [string, string] => [pair.charAt(0), pair.slice(1)]),
)

/** One form for all texts that look alike, with single spaces between words. */
function toSkeleton(text: string) {
  const plain = text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\p{M}\p{Default_Ignorable_Code_Point}\u0640]/gu, '')
  return (
    [...plain]
      .map((sign) => lookalikes.get(sign) ?? sign)
      .join('')
      .replaceAll('rn', 'm')
      .replaceAll('vv', 'w')
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
      // Arabic writes its article at the beginning of the word.
      .replaceAll(/(?<!\p{L})ال(?=\p{L}{3})/gu, '')
  )
}

const officialTitles = new Set(titles.map(toSkeleton))
const officialVoices = new Set(voices.map(toSkeleton))
const officialChinese = chinese.map(toSkeleton)

const anyOf = (words: Iterable<string>) => `(?:${[...words].join('|')})`
const compound = new RegExp(
  `^${anyOf(fillers.map(toSkeleton))}*${anyOf([...officialTitles, ...officialVoices])}${anyOf(endings.map(toSkeleton))}*$`,
  'u',
)

/** Whether a name reads as if the site or its staff were speaking. */
export function looksOfficial(name: string): boolean {
  // A number around a name does not make it another one; a digit within it may stand for a letter.
  return [name, name.replaceAll(/^[\p{N}\s._-]+|[\p{N}\s._-]+$/gu, '')].some((text) =>
    isOfficial(toSkeleton(text)),
  )
}

function isOfficial(skeleton: string) {
  const words = skeleton.split(' ')
  const joined = words.join('')
  return (
    officialVoices.has(skeleton) ||
    words.some((word) => officialTitles.has(word)) ||
    compound.test(joined) ||
    officialChinese.some((word) => joined.includes(word))
  )
}
