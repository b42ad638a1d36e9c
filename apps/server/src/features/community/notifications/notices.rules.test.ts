import { type NotificationKind, notificationKinds } from '@stoa/contract/features/notifications'
import { describe, expect, it } from 'vitest'
import {
  anonymousKinds,
  hiddenOccasions,
  kindsAfterDeletion,
  mailNotices,
  newsRules,
  type Notice,
  notices,
  type Occasion,
  occasionOfVote,
} from './notices.rules.ts'

const rows: [Occasion, readonly Notice[]][] = Object.entries(notices) as never
const kindsIn = (list: readonly Notice[]) => list.map(([, kind]) => kind)

describe('notices', () => {
  it('use every kind, except those of the ledger and of badges', () => {
    const used = new Set(rows.flatMap(([, list]) => kindsIn(list)))
    const all = Object.keys(notificationKinds) as NotificationKind[]
    expect(all.filter((kind) => !used.has(kind))).toEqual(['reputation', 'earned_badge'])
  })

  it.each(rows)('%s names each relation once', (_occasion, list) => {
    const relations = list.map(([to]) => to)
    expect(new Set(relations).size).toBe(relations.length)
  })

  it('about hidden content go to those who wrote or flagged it, and name nobody', () => {
    const hidden = rows.filter(([occasion]) => hiddenOccasions.includes(occasion))
    const relations = new Set(hidden.flatMap(([, list]) => list.map(([to]) => to)))
    expect([...relations].toSorted()).toEqual(['asker', 'author', 'flagger'])
    const kinds = hidden.flatMap(([, list]) => kindsIn(list))
    expect(kinds.filter((kind) => !anonymousKinds.includes(kind))).toEqual([])
    expect(kinds.toSorted()).toEqual([...kindsAfterDeletion].toSorted())
  })
})

describe('newsRules', () => {
  it('has one kind of news for each kind and reason of notifications', () => {
    const keys = newsRules.map(({ kind, reason }) => `${kind} ${reason}`)
    expect(new Set(keys).size).toBe(keys.length)
  })
})

describe('news', () => {
  const listOf = (news: string | null) =>
    rows.flatMap(([occasion, list]) =>
      list.filter((notice) => notice[2] === news).map(([to]) => `${occasion} ${to}`),
    )

  it.each([
    ['answers', ['answer_posted asker']],
    [
      'comments',
      [
        'question_asked mentioned',
        'question_edited mentioned',
        'question_commented replied',
        'question_commented mentioned',
        'question_commented asker',
        'answer_posted mentioned',
        'answer_edited mentioned',
        'answer_commented replied',
        'answer_commented mentioned',
        'answer_commented author',
      ],
    ],
    [
      'changes',
      [
        'question_edited asker',
        'answer_edited author',
        'answer_edited asker',
        'answer_accepted author',
      ],
    ],
    [
      'followed_questions',
      [
        'question_edited follower',
        'answer_posted follower',
        'answer_edited follower',
        'answer_accepted follower',
      ],
    ],
    ['followed_users', ['question_asked user_follower', 'answer_posted user_follower']],
    ['invitations', ['invited invited']],
    [
      'decisions',
      [
        'question_closed asker',
        'question_reopened asker',
        'question_deleted asker',
        'answer_deleted author',
        'comment_deleted author',
        'edit_approved editor',
        'edit_rejected editor',
        'post_approved author',
        'post_rejected author',
        'flag_upheld flagger',
        'flag_declined flagger',
      ],
    ],
    // Votes are never sent.
    [
      null,
      [
        'question_voted_up asker',
        'question_voted_down asker',
        'answer_voted_up author',
        'answer_voted_down author',
        'comment_voted_up author',
      ],
    ],
  ])('of the kind %s', (news, expected) => {
    expect(listOf(news)).toEqual(expected)
  })

  it('about new questions go to followers of a tag first', () => {
    expect(mailNotices).toEqual({
      question_asked: [
        ['tag_follower', 'followed_tags'],
        ['subscriber', 'all_questions'],
      ],
    })
  })
})

describe('occasionOfVote', () => {
  it.each([
    ['question', 1, 'question_voted_up'],
    ['question', -1, 'question_voted_down'],
    ['answer', 1, 'answer_voted_up'],
    ['answer', -1, 'answer_voted_down'],
    ['comment', 1, 'comment_voted_up'],
    ['comment', -1, null],
  ] as const)('of a %s, %i', (type, value, expected) => {
    expect(occasionOfVote(type, value)).toBe(expected)
  })
})
