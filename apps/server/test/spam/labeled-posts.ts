import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type LabeledPost = {
  isSpam: boolean
  /** The campaign or the file. */
  group: string
  text: string
  /** Since the start of the replay. */
  atMinutes: number
  /** Since the author joined. */
  joinedSeconds: number
  ip: string
}

type Facts = Record<string, string>
type Entry = { facts: Facts; text: string }

const ordinaryFiles = ['ordinary', 'ordinary-code', 'ordinary-links', 'ordinary-groups']
/** Of ordinary users whose file does not say when they joined: from seconds to weeks before their post. */
const usualJoining = [40, 200, 900, 7200, 90_000, 260_000, 1_700_000]

/** Ordinary posts and spam of one week, in the order of time. */
export function readLabeledPosts(): LabeledPost[] {
  const ordinary = ordinaryFiles.flatMap((file) =>
    readEntries(file).map((entry) => ({ ...entry, file })),
  )
  const posts = [
    ...ordinary.map(({ file, facts, text }, index) => toOrdinary(text, facts, file, index)),
    ...readEntries('lone-spam').map(({ text }, index) => toLoneSpam(text, index)),
    ...readEntries('campaigns').flatMap(({ text, facts }, index) => spin(text, facts, index)),
  ]
  return posts.toSorted((one, other) => one.atMinutes - other.atMinutes)
}

/** Texts are separated by empty lines. A line with `@` says what is true for the texts after it. */
function readEntries(name: string): Entry[] {
  let facts: Facts = {}
  const content = readFileSync(join(import.meta.dirname, `${name}.txt`), 'utf8')
  return content
    .trim()
    .split(/\n\n+/)
    .map((block) => {
      const [first = '', ...rest] = block.split('\n')
      if (!first.startsWith('@ ')) return { facts, text: block }
      facts = Object.fromEntries(
        [...first.matchAll(/(\w+)=(\S+)/g)].map(([, key = '', value = '']) => [key, value]),
      )
      return { facts, text: rest.join('\n') }
    })
}

const networks: Facts = { campus: '130.1.1', office: '130.1.2', library: '130.1.3' }

function toOrdinary(text: string, facts: Facts, group: string, index: number): LabeledPost {
  const network = networks[facts['network'] ?? ''] ?? `90.${index >> 8}.${index & 255}`
  const joined = facts['joined'] ?? usualJoining[index % usualJoining.length]
  return {
    isSpam: false,
    group,
    text,
    // Classes and offices ask on the same day.
    atMinutes: 'network' in facts ? 1500 + index * 11 : index * 35,
    joinedSeconds: Number(joined),
    ip: `${network}.${(index % 250) + 1}`,
  }
}

function toLoneSpam(text: string, index: number): LabeledPost {
  const ip = `91.0.${index}.9`
  return { isSpam: true, group: 'lone', text, atMinutes: 100 + index * 470, joinedSeconds: 30, ip }
}

/** The lines are variants of one text, with alternatives in braces. */
function spin(template: string, facts: Facts, campaign: number): LabeledPost[] {
  const random = createRandom(campaign + 1)
  const variants = template.split('\n')
  return Array.from({ length: Number(facts['count']) }, (_, index) => ({
    isSpam: true,
    group: facts['campaign'] ?? '',
    text: chooseAll(variants[index % variants.length] ?? '', random),
    atMinutes: 200 + campaign * 430 + index * Number(facts['gap']),
    joinedSeconds: Number(facts['joined']) * (0.7 + random() * 0.6),
    ip: `185.${campaign}.${index % Number(facts['networks'])}.${index + 1}`,
  }))
}

function chooseAll(template: string, random: () => number): string {
  const numbered = template.replaceAll('{n}', () => String(Math.floor(random() * 9000) + 1000))
  let text = numbered
  while (/\{[^{}]*\}/.test(text))
    text = text.replace(/\{([^{}]*)\}/, (_, choices: string) => {
      const options = choices.split('|')
      return options[Math.floor(random() * options.length)] ?? ''
    })
  return text
}

/** Mulberry32, so that the texts are the same in every run. */
function createRandom(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b_79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), state | 1)
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61)
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32
  }
}
