import type { Client } from '@stoa/contract/client'
import { changeVotingSettings, resetSettings } from '@stoa/contract/features/site-settings'
import { findSettingField } from '@stoa/contract/settings/pages'
import { describe, expect, it } from 'vitest'
import { sendChanges } from './change-calls.ts'

const field = (group: string, name: string) => findSettingField(group, name)!

describe('sendChanges', () => {
  it('sends what changed, resets what follows its default, and returns all ids to undo', async () => {
    const sent: unknown[][] = []
    const call = (async (...args: unknown[]) => {
      sent.push(args)
      return { history_ids: [String(sent.length)] }
    }) as Client['call']
    const votes = field('voting', 'serial_votes')
    const changed = { field: votes, value: 7, isReset: false }
    expect(await sendChanges(call, 'voting', [changed])).toEqual({ history_ids: ['1'] })
    const reset = { field: field('write', 'max_image_size'), value: 4, isReset: true }
    expect(await sendChanges(call, 'voting', [changed, reset])).toEqual({ history_ids: ['2', '3'] })
    expect(sent).toEqual([
      [changeVotingSettings, { serial_votes: 7 }],
      [changeVotingSettings, { serial_votes: 7 }],
      [resetSettings, { settings_page: 'voting', settings: ['write.max_image_size'] }],
    ])
  })
})
