import { z } from 'zod'
import { settingsGroup } from './group.ts'

export const votingSettings = settingsGroup(
  'voting',
  {
    /** Votes of one user on the posts of another within a day that may be serial voting; 0 turns the search off. */
    serial_votes: z.number().int().min(0).max(1000).default(5),
  },
  { public: [] },
)
