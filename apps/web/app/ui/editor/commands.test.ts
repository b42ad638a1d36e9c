import { describe, expect, it } from 'vitest'
import {
  indentList,
  insertCodeBlock,
  insertRule,
  insertTable,
  isInList,
  leaveBlock,
  setHeading,
  toggleList,
  toggleQuote,
} from './block-commands.ts'
import { toggleBold, toggleCode, toggleItalic, toggleStrike, toLink } from './inline-commands.ts'
import { applyCommand, aSelection } from './text-selection.fixture.ts'

const bold = (text: string) => applyCommand(text, (selection) => toggleBold(selection, 'bold'))
const italic = (text: string) =>
  applyCommand(text, (selection) => toggleItalic(selection, 'italic'))
const code = (text: string) => applyCommand(text, (selection) => toggleCode(selection, 'code'))

describe('toggleBold', () => {
  it.each([
    ['a «word» b', 'a **«word»** b'],
    ['a **«word»** b', 'a «word» b'],
    ['a «**word**» b', 'a «word» b'],
    ['a « word » b', 'a  **«word»**  b'],
    ['a wo‸rd b', 'a **«word»** b'],
    ['a **wo‸rd** b', 'a wo‸rd b'],
    ['a ‸', 'a **«bold»**'],
    ['', '**«bold»**'],
    ['*«a»*', '***«a»***'],
    ['***«a»***', '*«a»*'],
    ['«- one\n- two»', '«- **one**\n- **two**»'],
    ['«one\n\n> two»', '«**one**\n\n> **two**»'],
    ['日本«語»', '日本**«語»**'],
    ['«### word»', '### **«word»**'],
    ['«- **word**»', '- «word»'],
  ])('%j becomes %j', (before, after) => {
    expect(bold(before)).toBe(after)
  })
})

describe('toggleItalic', () => {
  it.each([
    ['a «word» b', 'a _«word»_ b'],
    ['a _«word»_ b', 'a «word» b'],
    ['a *«word»* b', 'a «word» b'],
    ['in«ter»word', 'in*«ter»*word'],
    ['**«a»**', '**_«a»_**'],
    ['‸', '_«italic»_'],
  ])('%j becomes %j', (before, after) => {
    expect(italic(before)).toBe(after)
  })
})

describe('toggleCode and toggleStrike', () => {
  it.each([
    ['run «ls» now', 'run `«ls»` now'],
    ['run `«ls»` now', 'run «ls» now'],
    ['run «`ls`» now', 'run «ls» now'],
    ['«a `b` c»', '`` «a `b` c» ``'],
    ['‸', '`«code»`'],
  ])('%j becomes %j', (before, after) => {
    expect(code(before)).toBe(after)
  })

  it('adds and removes strikethrough', () => {
    expect(applyCommand('a «b»', (selection) => toggleStrike(selection, ''))).toBe('a ~~«b»~~')
    expect(applyCommand('a ~~«b»~~', (selection) => toggleStrike(selection, ''))).toBe('a «b»')
  })
})

describe('setHeading and toggleQuote', () => {
  it('changes the heading level and back to plain text', () => {
    expect(applyCommand('a‸', (selection) => setHeading(selection, 2))).toBe('## a‸')
    expect(applyCommand('## a‸', (selection) => setHeading(selection, 3))).toBe('### a‸')
    expect(applyCommand('### a‸', (selection) => setHeading(selection, 3))).toBe('a‸')
    expect(applyCommand('### a‸', (selection) => setHeading(selection, 0))).toBe('a‸')
    expect(applyCommand('«a» b', (selection) => setHeading(selection, 2))).toBe('## «a» b')
  })

  it('quotes all selected lines, including empty ones', () => {
    expect(applyCommand('«a\n\nb»', toggleQuote)).toBe('«> a\n>\n> b»')
    expect(applyCommand('«> a\n>\n> b»', toggleQuote)).toBe('«a\n\nb»')
    expect(applyCommand('‸', toggleQuote)).toBe('> ‸')
  })
})

describe('toggleList and indentList', () => {
  const list = (text: string, kind: 'bullet' | 'number' | 'task') =>
    applyCommand(text, (selection) => toggleList(selection, kind))

  it('changes only the selected lines', () => {
    expect(list('x\n«a\nb»\ny', 'bullet')).toBe('x\n«- a\n- b»\ny')
    expect(list('x\na‸', 'number')).toBe('x\n1. a‸')
  })

  it('converts between kinds of lists and back to plain text', () => {
    expect(list('«- a\n- b»', 'number')).toBe('«1. a\n2. b»')
    expect(list('«1. a\n2. b»', 'task')).toBe('«- [ ] a\n- [ ] b»')
    expect(list('«- a\n- b»', 'bullet')).toBe('«a\nb»')
  })

  it('keeps the indent and continues the numbers', () => {
    expect(list('  a‸', 'bullet')).toBe('  - a‸')
    expect(list('3. a\nb‸', 'number')).toBe('3. a\n4. b‸')
  })

  it('starts a list on an empty line', () => {
    expect(list('‸', 'task')).toBe('- [ ] ‸')
  })

  it('indents and outdents by the width of the marker', () => {
    expect(applyCommand('- a\n- b‸', (selection) => indentList(selection, false))).toBe(
      '- a\n  - b‸',
    )
    expect(applyCommand('1. a‸', (selection) => indentList(selection, false))).toBe('   1. a‸')
    expect(applyCommand('- a\n  - b‸', (selection) => indentList(selection, true))).toBe(
      '- a\n- b‸',
    )
    expect(indentList(aSelection('- a‸'), true)).toBeNull()
    expect(isInList(aSelection('- a‸'))).toBe(true)
    expect(isInList(aSelection('a‸'))).toBe(false)
  })
})

describe('leaveBlock', () => {
  it.each([
    ['- a\n- ‸', '- a\n\n‸'],
    ['- a\n  - ‸', '- a\n- ‸'],
    ['1. a\n   1. ‸', '1. a\n1. ‸'],
    ['- [ ] a\n- [ ] ‸', '- [ ] a\n\n‸'],
    ['> a\n> ‸', '> a\n\n‸'],
    ['> ‸', '‸'],
    ['a\n\n- ‸', 'a\n\n‸'],
    ['- a‸', null],
    ['-‸', null],
    ['a\n‸', null],
  ])('%j becomes %j', (before, after) => {
    expect(applyCommand(before, leaveBlock)).toBe(after)
  })
})

describe('block insertion', () => {
  it('puts a rule on its own lines', () => {
    expect(applyCommand('a‸b\nc', insertRule)).toBe('ab\n\n---\n\n‸c')
    expect(applyCommand('a‸', insertRule)).toBe('a\n\n---\n\n‸')
    expect(applyCommand('a\n\n‸\n\nb', insertRule)).toBe('a\n\n---\n\n‸b')
  })

  it('fences code with more backticks than it contains', () => {
    expect(applyCommand('a‸', (selection) => insertCodeBlock(selection, 'x = 1\n', 'py'))).toBe(
      'a\n\n```py\nx = 1\n```‸\n\n',
    )
    expect(applyCommand('‸', (selection) => insertCodeBlock(selection, '```\nx\n```', ''))).toBe(
      '````\n```\nx\n```\n````‸\n\n',
    )
  })

  it('inserts a table with a heading for each column', () => {
    expect(
      applyCommand('‸', (selection) =>
        insertTable(selection, { rows: 1, columns: 2 }, (column) => `H ${column}`),
      )?.split('\n'),
    ).toEqual(['| «H 1» | H 2 |', '| --- | --- |', '|     |     |', '', ''])
  })
})

describe('toLink', () => {
  it.each([
    ['a', 'https://e.example/', '[a](https://e.example/)'],
    ['a [b]', 'https://e.example/x (1)', '[a \\[b\\]](<https://e.example/x (1)>)'],
    ['', 'https://e.example/<a>', '[](https://e.example/%3Ca%3E)'],
  ])('links %j to %j', (text, url, link) => {
    expect(toLink(text, url)).toBe(link)
  })

  it('prefixes images with an exclamation mark', () => {
    expect(toLink('a\nb', '/x.png', 'image')).toBe('![a b](/x.png)')
  })
})
