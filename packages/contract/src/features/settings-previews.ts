import { z } from 'zod'
import { adminPrefix, endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { type Privilege, privileges } from '../settings/people.ts'
import { permalinks } from '../settings/site.ts'

const permalinkForms = Object.values(permalinks)

export const previewPermalinks = endpoint({
  method: 'GET',
  path: `${adminPrefix}/setting/preview/permalinks`,
  access: 'admin',
  allowsKeys: true,
  summary: 'Returns the URL of a recent question in each form of links.',
  response: z
    .array(z.object({ permalink: z.literal(permalinkForms), url: z.string() }))
    .max(permalinkForms.length),
})

/** As `answer.add:5,tag.add:100`. */
const privilegeValues = z
  .string()
  .max(2000)
  .default('')
  .transform((text, { addIssue }) => {
    const values = new Map<Privilege, number>()
    for (const part of text === '' ? [] : text.split(',')) {
      const [name, value = ''] = part.split(':')
      const privilege = privileges.find((known) => known === name)
      const isNumber = /^\d{1,9}$/.test(value) && Number(value) >= 1
      if (privilege === undefined || !isNumber || Number(value) > limits.requiredReputation.max)
        addIssue({ code: 'custom' })
      else values.set(privilege, Number(value))
    }
    return values
  })

/** Counts stop here. */
export const maxAffectedUsers = 10_000

const affected = z.number().int().min(0)

export const previewPrivileges = endpoint({
  method: 'GET',
  path: `${adminPrefix}/setting/preview/privileges`,
  access: 'admin',
  allowsKeys: true,
  summary: `Returns which privileges would require another reputation, and how many users would gain or lose each. Staff have all privileges and are not counted. Counts stop at ${maxAffectedUsers}.`,
  input: {
    /** Privileges without a value keep what they require. */
    values: privilegeValues,
  },
  response: z
    .array(
      z.object({
        key: z.enum(privileges),
        reputation_before: z.number().int(),
        reputation_after: z.number().int(),
        gaining_count: affected,
        losing_count: affected,
        /** Whether there are more than the counts say. */
        is_capped: z.boolean(),
      }),
    )
    .max(privileges.length),
})
