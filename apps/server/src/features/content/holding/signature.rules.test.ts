import { describe, expect, it } from 'vitest'
import {
  bandsOf,
  minSimilarity,
  normalizeText,
  signatureOf,
  similarityOf,
} from './signature.rules.ts'

const offer =
  'Hello friends, my cousin earned two thousand dollars in one week with this amazing casino. Register today with the code LUCKY and get a bonus of one hundred free spins, no deposit needed. Ask me if you have questions about the payment.'

const similarity = (one: string, other: string) =>
  similarityOf(signatureOf(one), signatureOf(other))

const shareBand = (one: string, other: string) => {
  const bands = bandsOf(signatureOf(other))
  return bandsOf(signatureOf(one)).some((band, index) => band === bands[index])
}

describe('similarityOf', () => {
  it.each([
    [[1, 2, 3, 4], [1, 2, 3, 4], 1],
    [[1, 2, 3, 4], [1, 2, 3, 9], 0.75],
    [[1, 2, 3, 4], [9, 9, 9, 9], 0],
    [[1, 2], [1, 2, 3], 0],
    [[], [], 0],
  ])('of %j and %j', (one, other, expected) => {
    expect(similarityOf(one, other)).toBe(expected)
  })

  it.each([
    ['the same text', offer],
    ['other case and punctuation', offer.toUpperCase().replaceAll(',', ' !!!')],
    ['other numbers', offer.replace('LUCKY', 'LUCKY').replace('days', '7 days')],
    ['Cyrillic letters that look the same', offer.replaceAll('o', 'о').replaceAll('e', 'е')],
    ['digits for letters', offer.replaceAll('oo', '00').replace('bonus', 'b0nus')],
    ['invisible characters', offer.replaceAll('casino', 'cas\u200Bi\u00ADno')],
    ['letters of another width', offer.replace('casino', 'ｃａｓｉｎｏ').replace('bonus', '𝐛𝐨𝐧𝐮𝐬')],
    ['other links', `${offer} https://a.example/x`],
    ['some words replaced', offer.replace('amazing', 'great').replace('today', 'now')],
  ])('finds %s', (_name, text) => {
    expect(similarity(offer, text)).toBeGreaterThanOrEqual(minSimilarity)
    expect(shareBand(offer, text)).toBe(true)
  })

  it.each([
    [
      'another text about the same subject',
      'Is it legal to write a casino game with play money for my course? We use dollars as points and a bonus for free spins, and nobody pays or needs a deposit. I have questions about the license of the images.',
    ],
    ['a short text', 'Thank you, that worked!'],
    ['no text', ''],
  ])('does not find %s', (_name, text) => {
    expect(similarity(offer, text)).toBeLessThan(minSimilarity)
  })

  const chinese =
    '各位朋友大家好，我在这个网站上每天赚五百元，操作简单，不需要任何经验，注册就送八十八元，有兴趣的朋友请加微信详谈，名额有限先到先得。'
  it.each([
    ['Chinese', chinese, chinese.replace('五百', '三百').replace('朋友请', '朋友')],
    [
      'Japanese',
      '誰でも簡単に副業で稼げる方法をご紹介します。初期費用は一切かかりません。今すぐ登録して特典を受け取ってください。',
      '誰でも簡単に副業で稼げる方法をご紹介します。初期費用は一切不要です。今すぐ登録して特典を受け取ってください。',
    ],
  ])('compares %s by characters', (_name, one, other) => {
    expect(similarity(one, other)).toBeGreaterThanOrEqual(minSimilarity)
    expect(
      similarity(
        one,
        '我的程序在读取文件的时候报错，提示找不到路径，但是文件确实存在，请问应该怎么检查？',
      ),
    ).toBe(0)
  })

  it('does not compare short texts, even if they are the same', () => {
    expect(signatureOf('Thanks, it works now.')).toEqual([])
    expect(similarity('Me too, same problem here!', 'Me too, same problem here!')).toBe(0)
  })

  it('takes time in proportion to the text', () => {
    const text = Array.from({ length: 20_000 }, (_, index) => `w${index}`).join(' ')
    const started = performance.now()
    for (let count = 0; count < 5; count++) signatureOf(text)
    expect(performance.now() - started).toBeLessThan(1000)
  })
})

describe('normalizeText', () => {
  it.each([
    ['Vіаgrа', 'viagra'],
    ['v1agra', 'viagra'],
    ['CAFÉ', 'cafe'],
    ['call 1-800 now', 'call 0-0 now'],
    ['see https://spam.example/a?b now', 'see   now'],
  ])('%s: %s', (text, expected) => {
    expect(normalizeText(text)).toBe(expected)
  })
})
