import { type Privilege, privileges } from '@stoa/contract/settings/people'
import { expect, it } from 'vitest'
import { listSteps } from './privilege-steps.ts'

const requiring = (changes: Partial<Record<Privilege, number>>) =>
  ({ ...Object.fromEntries(privileges.map((name) => [name, 1])), ...changes }) as Record<
    Privilege,
    number
  >

it('listSteps sorts by reputation and takes the highest of a step', () => {
  const steps = listSteps(requiring({ 'comment.add': 50, 'answer.vote_up': 15 }))
  expect(steps.slice(-2)).toEqual([
    { step: 'vote_up', reputation: 15 },
    { step: 'comment', reputation: 50 },
  ])
  expect(steps[0]).toEqual({ step: 'ask_and_answer', reputation: 1 })
})
