import { describe, expect, it } from 'vitest'
import { signatureOf } from './signature.rules.ts'
import {
  gatherFacts,
  isNewUser,
  type Neighbor,
  scoreContent,
  type SpamFacts,
  type Trace,
} from './spam.rules.ts'
import { keyOf } from './trace-keys.rules.ts'

const ordinary: SpamFacts = {
  accountAgeSeconds: 3 * 24 * 3600,
  secondsToFirstPost: 600,
  recentPosts: 0,
  hasTargets: true,
  linkAccounts: 0,
  textAccounts: 0,
  networkAccounts: 0,
  isTrapped: false,
  matchesWave: false,
}

const threshold = 70

describe('scoreContent', () => {
  it.each<[string, Partial<SpamFacts>, boolean]>([
    ['an ordinary post', {}, false],
    ['a first post right after joining', { accountAgeSeconds: 20, secondsToFirstPost: 20 }, false],
    ['many posts in a short time', { accountAgeSeconds: 900, recentPosts: 9 }, false],
    ['a host of many others', { linkAccounts: 9 }, false],
    [
      'a host of many others, right after joining',
      { linkAccounts: 9, accountAgeSeconds: 20, secondsToFirstPost: 20 },
      true,
    ],
    ['the text and the host of two others', { linkAccounts: 2, textAccounts: 2 }, false],
    [
      'the text and the host of two others, from a new account',
      { linkAccounts: 2, textAccounts: 2, accountAgeSeconds: 30, secondsToFirstPost: 30 },
      true,
    ],
    ['the text and the host of three others', { linkAccounts: 3, textAccounts: 3 }, true],
    [
      'homework of a class: the same text without a link, in one network, right after joining',
      {
        hasTargets: false,
        textAccounts: 20,
        networkAccounts: 20,
        accountAgeSeconds: 30,
        secondsToFirstPost: 30,
      },
      false,
    ],
    ['the honeypot of an older account', { isTrapped: true }, false],
    ['the honeypot of a new account', { isTrapped: true, accountAgeSeconds: 300 }, true],
    ['content of a known wave', { matchesWave: true }, true],
  ])('%s: %s', (_name, facts, isHeld) => {
    const { score } = scoreContent({ ...ordinary, ...facts })
    expect(score >= threshold).toBe(isHeld)
    expect(score).toBeLessThanOrEqual(100)
  })

  it('names what the score consists of', () => {
    const { score, signals } = scoreContent({ ...ordinary, linkAccounts: 1, isTrapped: true })
    expect({ score, signals }).toEqual({ score: 80, signals: ['shared_links', 'honeypot'] })
  })
})

const now = new Date('2026-01-10T12:00:00Z')
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)
const text =
  'Earn two thousand dollars in one week with this casino, no deposit needed at all, ask me.'
const trace: Trace = {
  targets: ['spam.example'],
  signature: signatureOf(text),
  network: '203.0.113.0/24',
}

let count = 0
const aNeighbor = (changes: Partial<Neighbor>): Neighbor => {
  count += 1
  return {
    objectId: String(count),
    userId: `other ${count}`,
    createdAt: ago(3600),
    targets: [],
    signature: [],
    network: '',
    isEstablished: false,
    waveId: null,
    waveState: null,
    isLeftOut: false,
    keys: [],
    ...changes,
  }
}
const author = { userId: 'me', createdAt: ago(7200), isTrapped: false, now }
const factsOf = (...neighbors: Neighbor[]) => gatherFacts(trace, neighbors, author)
const host = { targets: ['spam.example'] }
const sameText = { signature: trace.signature }

describe('gatherFacts', () => {
  it('counts other accounts once each, by host, text and network', () => {
    const facts = factsOf(
      aNeighbor({ ...host, userId: 'a' }),
      aNeighbor({ ...host, userId: 'a' }),
      aNeighbor({ ...sameText, userId: 'b', network: trace.network }),
      aNeighbor({ ...host, userId: 'me' }),
    )
    expect(facts).toMatchObject({ linkAccounts: 1, textAccounts: 1, networkAccounts: 1 })
  })

  it('knows when the author started and how much they post', () => {
    const facts = factsOf(
      aNeighbor({ userId: 'me', createdAt: ago(7180) }),
      aNeighbor({ userId: 'me', createdAt: ago(60) }),
    )
    expect(facts).toMatchObject({ secondsToFirstPost: 20, recentPosts: 1 })
    expect(factsOf().secondsToFirstPost).toBe(7200)
  })

  it('does not count hosts that two established members lead to', () => {
    const established = () => aNeighbor({ ...host, isEstablished: true })
    const others = [aNeighbor(host), aNeighbor(host), aNeighbor(host)]
    expect(factsOf(...others, established()).linkAccounts).toBe(3)
    expect(factsOf(...others, established(), established()).linkAccounts).toBe(0)
  })

  it.each<[string, Partial<Neighbor>, boolean]>([
    ['the host of an open wave', { ...host, waveState: 'open' }, true],
    ['the text of an open wave', { ...sameText, waveState: 'open' }, true],
    ['the host of a removed wave', { ...host, waveState: 'removed' }, true],
    ['the host of a dismissed wave', { ...host, waveState: 'dismissed' }, false],
    ['the network of an open wave', { network: trace.network, waveState: 'open' }, false],
    ['an author in an open wave', { userId: 'me', waveState: 'open' }, true],
    ['a member left out of an open wave', { ...host, waveState: 'open', isLeftOut: true }, false],
  ])('%s matches: %s', (_name, neighbor, expected) => {
    expect(factsOf(aNeighbor(neighbor)).matchesWave).toBe(expected)
  })

  it('trusts an author whom staff left out of a wave', () => {
    const others = [aNeighbor({ ...host, waveState: 'open' }), aNeighbor({ ...host, ...sameText })]
    const own = aNeighbor({ ...host, userId: 'me', waveState: 'open', isLeftOut: true })
    expect(factsOf(...others, own)).toMatchObject({
      linkAccounts: 0,
      textAccounts: 0,
      matchesWave: false,
    })
  })

  it('does not count what staff cleared', () => {
    const others = [aNeighbor({ ...host, ...sameText }), aNeighbor({ ...host, ...sameText })]
    expect(factsOf(...others)).toMatchObject({ linkAccounts: 2, textAccounts: 2 })
    expect(
      factsOf(...others, aNeighbor({ ...host, keys: [keyOf('cleared', 'spam.example')] })),
    ).toMatchObject({ linkAccounts: 0, textAccounts: 2 })
    expect(
      factsOf(...others, aNeighbor({ ...sameText, keys: [keyOf('cleared-text', '0:1')] })),
    ).toMatchObject({ linkAccounts: 2, textAccounts: 0 })
  })
})

describe('isNewUser', () => {
  it.each([
    [{ days: 1, reputation: 1, posts: 0 }, true],
    [{ days: 1, reputation: 50, posts: 0 }, false],
    [{ days: 1, reputation: 1, posts: 20 }, false],
    [{ days: 400, reputation: 1, posts: 0 }, true],
    [{ days: 400, reputation: 1, posts: 5 }, false],
  ])('%j: %s', ({ days, reputation, posts }, expected) => {
    const user = { reputation, questionCount: posts, answerCount: 0, createdAt: ago(days * 86_400) }
    expect(isNewUser(user, now)).toBe(expected)
  })
})
