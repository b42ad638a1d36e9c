import { choicePresets, defaultFrequencies, pushKinds } from '@stoa/contract/features/mails'
import { describe, expect, it } from 'vitest'
import { choicesForm, noMails } from './choices-form.ts'

const chosen = {
  ...defaultFrequencies,
  inbox_comments: 'on',
  inbox_changes: '',
  inbox_invitations: 'on',
  inbox_followed_questions: 'on',
  inbox_followed_users: 'on',
  push_answers: 'on',
  push_comments: '',
  push_changes: '',
  push_invitations: 'on',
  preset: '',
  quiet: '',
  quiet_from: '22',
  quiet_to: '7',
  digest_hour: '0',
  digest_day: '3',
  intent: '',
}

describe('choicesForm', () => {
  it('sends what is chosen', () => {
    expect(choicesForm.toInput({ ...chosen, answers: 'weekly', quiet: 'on' })).toEqual({
      kinds: { ...defaultFrequencies, answers: 'weekly' },
      muted: ['changes'],
      push: ['answers', 'invitations'],
      quiet_hours: { from: 22, to: 7 },
      digest_hour: 0,
      digest_day: 3,
    })
  })

  it('sends a preset instead, with the chosen hours', () => {
    expect(choicesForm.toInput({ ...chosen, preset: 'digest_only' })).toEqual({
      kinds: choicePresets.digest_only.kinds,
      muted: [],
      push: [],
      quiet_hours: null,
      digest_hour: 0,
      digest_day: 3,
    })
  })

  it('turns on every push message with everything', () => {
    const { push } = choicesForm.toInput({ ...chosen, preset: 'everything' })
    expect(push).toEqual(pushKinds)
  })

  it('turns all mails off, and leaves the rest', () => {
    const { kinds, push } = choicesForm.toInput({ ...chosen, preset: noMails })
    expect(new Set(Object.values(kinds))).toEqual(new Set(['off']))
    expect(push).toEqual(['answers', 'invitations'])
  })

  it('is valid before the browser has read the form', () => {
    expect(choicesForm.schema.safeParse(choicesForm.toInput({} as never)).success).toBe(true)
  })
})
