import { settingsGroup } from '@stoa/contract/settings/group'
import { z } from 'zod'

/**
 * The events that active webhooks are for. Written when a webhook changes, and kept with the settings, which are in the memory
 * of every process. Not settings of the site: no page shows them.
 */
export const wantedEvents = settingsGroup(
  'webhooks',
  { events: z.array(z.string()).default([]) },
  { public: [] },
)
