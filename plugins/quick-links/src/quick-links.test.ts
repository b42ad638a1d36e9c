import { createTestKit, testPlugin } from '@stoa/plugin-kit/testing'
import { describe, expect, it } from 'vitest'
import manifest from '../plugin.json' with { type: 'json' }
import plugin from './server.ts'

const render = (links: string) =>
  plugin.slots?.navigation?.({ path: '/' }, createTestKit({ manifest, settings: { links } }))

describe('navigation', () => {
  it('lists texts and URLs', () => {
    const html = render('The handbook https://example.org/a?b=1&c=2\n\nRules /help/rules') as string
    expect(html.replaceAll(/\s*\n\s*/g, '')).toBe(
      '<p>Links</p><ul><li><a href="https://example.org/a?b=1&amp;c=2">The handbook</a></li>' +
        '<li><a href="/help/rules">Rules</a></li></ul>',
    )
  })

  it('escapes texts and leaves out what is no link', () => {
    const html = render('<b> https://example.org\nBad javascript:alert(1)\nOther //host.example')
    expect(html).toContain('&lt;b&gt;')
    expect(html).not.toContain('javascript:')
    expect(html).not.toContain('//host.example')
  })

  it('is empty without links', () => {
    expect(render('')).toBe('')
  })
})

describe('settings', () => {
  it('name the line that is no link', () => {
    const kit = createTestKit({ manifest })
    expect(plugin.checkSettings?.({ links: 'Fine /a\nOnly words' }, kit)).toEqual({
      links: 'Write a text and a URL in line 2: Only words',
    })
  })
})

it.each(testPlugin({ manifest, plugin }))('$name', async ({ run }) => {
  await expect(run()).resolves.toBeUndefined()
})
