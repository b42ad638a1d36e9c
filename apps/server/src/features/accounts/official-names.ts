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
const lookalikes: Record<string, string> = {
  // Cyrillic
  ...{ а: 'a', в: 'b', с: 'c', ԁ: 'd', е: 'e', һ: 'h', н: 'h', і: 'i', ӏ: 'i', ј: 'j', к: 'k' },
  ...{ м: 'm', п: 'n', о: 'o', р: 'p', ԛ: 'q', г: 'r', ѕ: 's', т: 't', ц: 'u', ѵ: 'v', ԝ: 'w' },
  ...{ х: 'x', у: 'y' },
  // Greek
  ...{ α: 'a', β: 'b', ϲ: 'c', δ: 'd', ε: 'e', η: 'n', ι: 'i', κ: 'k', μ: 'm', ν: 'v', ο: 'o' },
  ...{ ρ: 'p', σ: 'o', ς: 's', τ: 't', υ: 'u', χ: 'x', γ: 'y', ω: 'w' },
  // Armenian and others
  ...{ օ: 'o', ո: 'n', ս: 'u', հ: 'h', ց: 'g', զ: 'q', ԍ: 'g' },
  // Latin letters that decompose into nothing
  ...{ ɑ: 'a', ɐ: 'a', ᴀ: 'a', ʙ: 'b', ᴄ: 'c', đ: 'd', ɖ: 'd', ɗ: 'd', ᴅ: 'd', ɛ: 'e', ᴇ: 'e' },
  ...{ ə: 'e', ꜰ: 'f', ɡ: 'g', ɢ: 'g', ħ: 'h', ʜ: 'h', ı: 'i', ɪ: 'i', ɩ: 'i', ᴊ: 'j', ᴋ: 'k' },
  ...{ ł: 'i', ʟ: 'i', ɫ: 'i', ᴍ: 'm', ɱ: 'm', ɴ: 'n', ŋ: 'n', ɲ: 'n', ø: 'o', ᴏ: 'o', ɔ: 'o' },
  ...{ ᴘ: 'p', ʀ: 'r', ɾ: 'r', ꜱ: 's', ʂ: 's', ᴛ: 't', ŧ: 't', ʈ: 't', ᴜ: 'u', ʊ: 'u', ᴠ: 'v' },
  ...{ ʋ: 'v', ᴡ: 'w', ʏ: 'y', ƴ: 'y', ᴢ: 'z', ƶ: 'z' },
  // Digits, and the letter that looks like three others
  ...{ '0': 'o', '1': 'i', l: 'i', '3': 'e', '4': 'a', '5': 's', '6': 'b', '7': 't', '8': 'b' },
  // Arabic letters that are written in several ways
  ...{ أ: 'ا', إ: 'ا', آ: 'ا', ى: 'ي', ة: 'ه', ی: 'ي', ک: 'ك' },
}

/** One form for all texts that look alike, with single spaces between words. */
function toSkeleton(text: string) {
  const plain = text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\p{M}\p{Default_Ignorable_Code_Point}\u0640]/gu, '')
  return (
    [...plain]
      .map((sign) => lookalikes[sign] ?? sign)
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
