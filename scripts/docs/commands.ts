/** The sources of each command, and the options of another program that it passes on. */
export type Program = { text: string; passedOn?: readonly string[] }
export type Programs = Record<string, Program>

/** `pnpm bench run --only vote`, `stoa doctor --fix`. */
export function isKnownCommand(command: string, programs: Programs): boolean {
  const words = splitWords(command.replace(/^pnpm stoa /, 'stoa '))
  const name = words[0] === 'stoa' ? 'stoa' : words.slice(0, 2).join(' ')
  const program = programs[name]
  if (program === undefined) return false
  const rest = words.slice(name.split(' ').length)
  const options = rest.filter((word) => word.startsWith('--'))
  return (
    options.every((option) => hasOption(option, program)) &&
    subcommandsOf(rest).every((word) => hasSubcommand(word, program))
  )
}

export function isKnownOption(option: string, programs: Programs): boolean {
  return Object.values(programs).some((program) => hasOption(option, program))
}

function splitWords(command: string) {
  return command.match(/"[^"]*"|\S+/g) ?? []
}

/** Lower-case words before the first option or file. */
function subcommandsOf(words: string[]) {
  const end = words.findIndex((word) => !/^[a-z_]+$/.test(word))
  return end === -1 ? words : words.slice(0, end)
}

function hasSubcommand(word: string, { text, passedOn }: Program) {
  return passedOn !== undefined || text.includes(`'${word}'`)
}

function hasOption(option: string, { text, passedOn = [] }: Program) {
  const name = option.slice(2).split('=')[0] ?? ''
  const declared = new RegExp(String.raw`--${name}(?![\w-])|'${name}'|\b${name}: \{ type: `)
  return passedOn.includes(name) || declared.test(text)
}
