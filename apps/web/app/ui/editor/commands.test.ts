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
import { anEdited, aWriting } from './writing.fixture.ts'

const bold = (text: string) => anEdited(text, (writing) => toggleBold(writing, 'bold'))
const italic = (text: string) => anEdited(text, (writing) => toggleItalic(writing, 'italic'))
const code = (text: string) => anEdited(text, (writing) => toggleCode(writing, 'code'))

describe('bold', () => {
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

describe('italic', () => {
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

describe('inline code and strikethrough', () => {
  it.each([
    ['run «ls» now', 'run `«ls»` now'],
    ['run `«ls»` now', 'run «ls» now'],
    ['run «`ls`» now', 'run «ls» now'],
    ['«a `b` c»', '`` «a `b` c» ``'],
    ['‸', '`«code»`'],
  ])('%j becomes %j', (before, after) => {
    expect(code(before)).toBe(after)
  })

  it('strikes and takes it back', () => {
    expect(anEdited('a «b»', (writing) => toggleStrike(writing, ''))).toBe('a ~~«b»~~')
    expect(anEdited('a ~~«b»~~', (writing) => toggleStrike(writing, ''))).toBe('a «b»')
  })
})

describe('headings and quotes', () => {
  it('change the level and go back to text', () => {
    expect(anEdited('a‸', (writing) => setHeading(writing, 2))).toBe('## a‸')
    expect(anEdited('## a‸', (writing) => setHeading(writing, 3))).toBe('### a‸')
    expect(anEdited('### a‸', (writing) => setHeading(writing, 3))).toBe('a‸')
    expect(anEdited('### a‸', (writing) => setHeading(writing, 0))).toBe('a‸')
    expect(anEdited('«a» b', (writing) => setHeading(writing, 2))).toBe('## «a» b')
  })

  it('quote every selected line, empty ones too', () => {
    expect(anEdited('«a\n\nb»', toggleQuote)).toBe('«> a\n>\n> b»')
    expect(anEdited('«> a\n>\n> b»', toggleQuote)).toBe('«a\n\nb»')
    expect(anEdited('‸', toggleQuote)).toBe('> ‸')
  })
})

describe('lists', () => {
  const list = (text: string, kind: 'bullet' | 'number' | 'task') =>
    anEdited(text, (writing) => toggleList(writing, kind))

  it('change only the selected lines', () => {
    expect(list('x\n«a\nb»\ny', 'bullet')).toBe('x\n«- a\n- b»\ny')
    expect(list('x\na‸', 'number')).toBe('x\n1. a‸')
  })

  it('turn from one kind into another and back into text', () => {
    expect(list('«- a\n- b»', 'number')).toBe('«1. a\n2. b»')
    expect(list('«1. a\n2. b»', 'task')).toBe('«- [ ] a\n- [ ] b»')
    expect(list('«- a\n- b»', 'bullet')).toBe('«a\nb»')
  })

  it('keep the indent and go on counting', () => {
    expect(list('  a‸', 'bullet')).toBe('  - a‸')
    expect(list('3. a\nb‸', 'number')).toBe('3. a\n4. b‸')
  })

  it('start on an empty line', () => {
    expect(list('‸', 'task')).toBe('- [ ] ‸')
  })

  it('move in and out by the width of their mark', () => {
    expect(anEdited('- a\n- b‸', (writing) => indentList(writing, false))).toBe('- a\n  - b‸')
    expect(anEdited('1. a‸', (writing) => indentList(writing, false))).toBe('   1. a‸')
    expect(anEdited('- a\n  - b‸', (writing) => indentList(writing, true))).toBe('- a\n- b‸')
    expect(indentList(aWriting('- a‸'), true)).toBeNull()
    expect(isInList(aWriting('- a‸'))).toBe(true)
    expect(isInList(aWriting('a‸'))).toBe(false)
  })
})

describe('Enter on an empty line of a list or a quote', () => {
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
    expect(anEdited(before, leaveBlock)).toBe(after)
  })
})

describe('blocks', () => {
  it('stand on lines of their own', () => {
    expect(anEdited('a‸b\nc', insertRule)).toBe('ab\n\n---\n\n‸c')
    expect(anEdited('a‸', insertRule)).toBe('a\n\n---\n\n‸')
    expect(anEdited('a\n\n‸\n\nb', insertRule)).toBe('a\n\n---\n\n‸b')
  })

  it('fence code with more backticks than it has', () => {
    expect(anEdited('a‸', (writing) => insertCodeBlock(writing, 'x = 1\n', 'py'))).toBe(
      'a\n\n```py\nx = 1\n```‸\n\n',
    )
    expect(anEdited('‸', (writing) => insertCodeBlock(writing, '```\nx\n```', ''))).toBe(
      '````\n```\nx\n```\n````‸\n\n',
    )
  })

  it('make a table with as many columns as headings', () => {
    expect(
      anEdited('‸', (writing) =>
        insertTable(writing, { rows: 1, columns: 2 }, (column) => `H ${column}`),
      )?.split('\n'),
    ).toEqual(['| «H 1» | H 2 |', '| --- | --- |', '|     |     |', '', ''])
  })
})

describe('links', () => {
  it.each([
    ['a', 'https://e.example/', '[a](https://e.example/)'],
    ['a [b]', 'https://e.example/x (1)', '[a \\[b\\]](<https://e.example/x (1)>)'],
    ['', 'https://e.example/<a>', '[](https://e.example/%3Ca%3E)'],
  ])('%j to %j', (text, address, link) => {
    expect(toLink(text, address)).toBe(link)
  })

  it('are images with a mark before them', () => {
    expect(toLink('a\nb', '/x.png', 'image')).toBe('![a b](/x.png)')
  })
})
