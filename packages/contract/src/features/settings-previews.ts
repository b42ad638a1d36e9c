import { z } from 'zod'
import { adminPrefix, endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { type Privilege, privileges } from '../settings/people.ts'
import { customMarkupSettings, permalinks } from '../settings/site.ts'

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

/** What is removed from custom markup, blocked by the browser, or ignored by it. */
export const markupProblems = [
  'script',
  'event_handler',
  'script_url',
  'frame',
  'head_element',
  'element',
  'attribute',
  'external_style',
  'link',
  'meta',
  'text',
  'image',
  'font',
  'media',
  'form',
  'css_import',
  'css_unclosed',
  'css_unexpected',
] as const
export type MarkupProblemName = (typeof markupProblems)[number]

const { shape: markupShape } = customMarkupSettings.schema
/** In the order of the page. */
export const markupFields = [
  'custom_css',
  'custom_head',
  'custom_header',
  'custom_footer',
  'custom_sidebar',
] as const

/** More are counted only. */
export const maxMarkupProblems = 50

/** In the query of a POST to a page, which then shows the markup in the form. */
export const markupPreviewParameter = 'markup_preview'

export const previewCustomMarkup = endpoint({
  method: 'POST',
  path: `${adminPrefix}/setting/preview/custom-markup`,
  access: 'admin',
  // Not a GET, because custom markup is too long for a URL.
  changesState: false,
  allowsKeys: true,
  summary: `Lists what would be removed from custom CSS and HTML, and what browsers would block or ignore: the first ${maxMarkupProblems}. Changes nothing.`,
  input: markupShape,
  limits: ['draft.user'],
  response: z.object({
    count: z.number().int().min(0),
    list: z
      .array(
        z.object({
          field: z.enum(markupFields),
          problem: z.enum(markupProblems),
          /** From 1; null if the parser added the element. */
          line: z.number().int().nullable(),
          /** The start of the text in question. */
          excerpt: z.string(),
        }),
      )
      .max(maxMarkupProblems),
  }),
})
