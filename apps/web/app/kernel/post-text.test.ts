import { RouterContextProvider } from 'react-router'
import { expect, it } from 'vitest'
import { htmlContext, visitContext } from './context.server.ts'
import { toPostText } from './post-text.server.ts'
import { aVisit } from './visit.factory.ts'

const anImage = (name: string) =>
  `<img src="/uploads/${name}.png" alt="${name}" loading="lazy" decoding="async" />`

it('loads the first image of a page early and all others lazily', () => {
  const context = new RouterContextProvider()
  const texts = new Map<string, string>()
  context.set(visitContext, aVisit())
  context.set(htmlContext, texts)
  toPostText(context, 'question', `<p>loading="lazy"</p>${anImage('a')}${anImage('b')}`)
  toPostText(context, 'answer', anImage('c'))
  const imagesOf = (id: string) => texts.get(id)?.match(/<img [^>]*>/g)
  expect(imagesOf('question')).toEqual([
    '<img src="/uploads/a.png" alt="a" fetchpriority="high" decoding="async" />',
    anImage('b'),
  ])
  expect(imagesOf('answer')).toEqual([anImage('c')])
})
