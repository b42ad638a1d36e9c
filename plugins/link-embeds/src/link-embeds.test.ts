import { createTestKit } from '@stoa/plugin-kit/testing'
import { describe, expect, it } from 'vitest'
import manifest from '../plugin.json' with { type: 'json' }
import { findEmbed } from './providers.ts'
import plugin from './server.ts'

const id = 'dQw4w9WgXcQ'
const frame = `https://www.youtube-nocookie.com/embed/${id}`

describe('links', () => {
  it.each([
    [`https://www.youtube.com/watch?v=${id}`, frame],
    [`https://youtube.com/watch?list=x&v=${id}&t=1m30s`, `${frame}?start=90`],
    [`https://m.youtube.com/shorts/${id}`, frame],
    [`http://youtu.be/${id}?t=42`, `${frame}?start=42`],
    ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871?dnt=1'],
    [
      'https://vimeo.com/76979871/8272103f6e',
      'https://player.vimeo.com/video/76979871?dnt=1&h=8272103f6e',
    ],
    ['https://codepen.io/ada/pen/abcXYZ', 'https://codepen.io/ada/embed/abcXYZ?default-tab=result'],
    [
      'https://jsfiddle.net/ada/x2y3z4/',
      'https://jsfiddle.net/ada/x2y3z4/embedded/result,js,html,css/',
    ],
  ])('%s is shown as %s', (link, url) => {
    expect(findEmbed(link)?.url).toBe(url)
  })

  it.each([
    'https://www.youtube.com/',
    'https://www.youtube.com/watch?v=short',
    `https://www.youtube.com/watch?v=${id}"onload=`,
    `https://www.youtube.com.evil.example/watch?v=${id}`,
    `https://evil.example/https://youtu.be/${id}`,
    `https://youtu.be/${id}/../../x`,
    'https://vimeo.com/about',
    'https://codepen.io/ada',
    'https://codepen.io/../pen/abcXYZ',
    'javascript:alert(1)//youtu.be',
  ])('%s stays a link', (link) => {
    const found = findEmbed(link)
    expect(found === null || found.url === frame).toBe(true)
    if (found !== null) expect(link).toContain(`/${id}/`)
  })

  it('open frames of hosts in the manifest only', () => {
    for (const link of [`https://youtu.be/${id}`, 'https://vimeo.com/76979871'])
      expect(manifest.ui.embeds).toContain(new URL(findEmbed(link)?.url ?? '').host)
  })
})

describe('the card', () => {
  it('links to the page and loads nothing', async () => {
    const pieces = [`https://youtu.be/${id}?a=1&b=2`, 'https://vimeo.com/about'].map(
      (url) => ({ kind: 'link', url }) as const,
    )
    const [card, other] = (await plugin.render?.(pieces, createTestKit({ manifest }))) ?? []
    expect(String(card).replaceAll(/\s+/g, ' ')).toContain(
      `<strong>Video on YouTube</strong><br /><a href="https://youtu.be/${id}?a=1&amp;b=2">`,
    )
    expect(String(card)).not.toMatch(/<(?:img|iframe|script)/)
    expect(other).toBeNull()
  })
})
