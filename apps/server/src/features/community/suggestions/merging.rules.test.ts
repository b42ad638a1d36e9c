import { describe, expect, it } from 'vitest'
import { mergeSuggestion, type SuggestedTexts } from './merging.rules.ts'

const texts = (changes: Partial<SuggestedTexts> = {}): SuggestedTexts => ({
  title: 'Title',
  slugName: '',
  originalText: 'a\nb\nc',
  tags: ['rye'],
  ...changes,
})
const base = texts()
const six = ['rye', '1', '2', '3', '4', '5']

type Case = [string, Partial<SuggestedTexts>, Partial<SuggestedTexts>, string, object]

describe('mergeSuggestion', () => {
  it.each<Case>([
    ['unchanged content', { originalText: 'A\nb\nc' }, {}, 'clean', { originalText: 'A\nb\nc' }],
    [
      'other lines',
      { originalText: 'A\nb\nc' },
      { originalText: 'a\nb\nC' },
      'clean',
      { originalText: 'A\nb\nC' },
    ],
    ['the same lines', { originalText: 'A\nb\nc' }, { originalText: 'x\nb\nc' }, 'conflict', {}],
    ['the same change', { title: 'New' }, { title: 'New' }, 'no_change', {}],
    [
      'the same change and more',
      { title: 'New' },
      { title: 'New', originalText: 'a\nb\nC' },
      'no_change',
      { originalText: 'a\nb\nC' },
    ],
    ['another title', { title: 'New' }, { title: 'Other' }, 'conflict', {}],
    ['another slug', { slugName: 'x' }, { slugName: 'y' }, 'conflict', {}],
    ['tags', { tags: ['rye', 'Sour Dough'] }, { tags: ['rye', 'oven'] }, 'clean', {}],
    [
      'a tag that exists by now',
      { tags: ['rye', 'Sour Dough'] },
      { tags: ['rye', 'sour-dough'] },
      'no_change',
      {},
    ],
    ['too many tags', { tags: six.slice(0, 5) }, { tags: ['rye', '5'] }, 'conflict', {}],
    ['no tags left', { tags: ['oven'] }, { tags: ['rye'] }, 'clean', { tags: ['oven'] }],
  ])('with %s', (...[, suggested, current, state, expected]) => {
    const merge = { base, suggested: texts(suggested), current: texts(current) }
    expect(mergeSuggestion(merge)).toMatchObject({ state, texts: expected })
  })

  it('merges added tags of both sides, and each once', () => {
    const merge = {
      base,
      suggested: texts({ tags: ['rye', 'Sour Dough', 'oven'] }),
      current: texts({ tags: ['rye', 'sour-dough', 'flour'] }),
    }
    const { tags } = mergeSuggestion(merge).texts
    expect(tags).toEqual(['rye', 'Sour Dough', 'oven', 'flour'])
  })

  it('is a conflict without the base, unless nothing would change', () => {
    const suggested = texts({ originalText: 'A\nb\nc' })
    expect(mergeSuggestion({ base: null, suggested, current: base }).state).toBe('conflict')
    expect(mergeSuggestion({ base: null, suggested, current: suggested }).state).toBe('no_change')
  })
})
