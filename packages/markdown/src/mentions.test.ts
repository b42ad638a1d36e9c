import { expect, it } from 'vitest'
import { mentionsIn } from './mentions.ts'
import { render } from './render.ts'

it.each([
  ['@ada', ['ada']],
  ['hi @ada, @ben.b and @c_d-e!', ['ada', 'ben.b', 'c_d-e']],
  ['(@ada) "@ben" *@cy*', ['ada', 'ben', 'cy']],
  ['你好@ada，@ben。', ['ada', 'ben']],
  ['@ada. @ben- @cy...', ['ada', 'ben', 'cy']],
  ['@ada @ada @Ada', ['ada', 'Ada']],
  ['- @ada\n\n> @ben\n\n| @cy |\n|---|\n| @dee |', ['ada', 'ben', 'cy', 'dee']],
  ['[@ada](/users/ada)', ['ada']],
  ['# @ada', ['ada']],
])('finds the mentions in %s', (markdown, expected) => {
  const { mentions, html } = render(markdown)
  expect(mentions).toEqual(expected)
  expect(mentionsIn(html)).toEqual(expected)
})

it.each([
  'mail ada@example.org or a.b+c@example.org',
  '`@ada`',
  '```\n@ada\n```',
  '<code>@ada</code> <kbd>@ada</kbd>',
  '[@ada](https://example.org)',
  '[write to @ada](/x)',
  '<a href="/x">@ada</a>',
  'https://example.org/@ada www.example.org/@ada',
  '@ada@example.org',
  '@@ada',
  '@a',
  `@${'a'.repeat(31)}`,
  '@.ada @-ada',
  '\\@ada',
])('finds no mentions in %s', (markdown) => {
  const { mentions, html } = render(markdown)
  expect(mentions).toEqual([])
  expect(mentionsIn(html)).toEqual([])
  expect(html).not.toContain('mention')
})

it('links a mention to the user', () => {
  expect(render('hi @ada.b').html.trim()).toBe(
    '<p>hi <a href="/users/ada.b" class="mention">@ada.b</a></p>',
  )
})

it('links at most a hundred mentions', () => {
  const text = Array.from({ length: 150 }, (_, index) => `@user${index}`).join(' ')
  expect(render(text).mentions).toHaveLength(100)
})
