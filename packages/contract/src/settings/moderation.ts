import { z } from 'zod'
import { settingsGroup } from './group.ts'

/** Words, phrases and wildcards: `*` stands for any letters of one word. Not a regular expression, which could be slow. */
const heldWord = z
  .string()
  .trim()
  .max(100)
  .regex(/[\p{L}\p{N}]{2}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u)
  .regex(/^(?:[^*]*\*){0,2}[^*]*$/)

const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])

const emailDomain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+$/u)

/** Which content waits for a moderator before it is published. Everything is off by default, except for spam of many accounts. */
export const moderationSettings = settingsGroup(
  'moderation',
  {
    /** Content of a user with fewer published questions, answers and comments than this; 0 for none. */
    hold_first_posts: z.number().int().min(0).max(100).default(0),
    /** Content with links to other sites, of users below this reputation; 0 for none. */
    hold_links_below: z.number().int().min(0).max(1_000_000).default(0),
    hold_words: z.array(heldWord).max(1000).default([]),
    /** IP addresses and networks, such as `192.0.2.0/24`. */
    hold_networks: z.array(network).max(1000).default([]),
    /** A domain includes its subdomains. */
    hold_email_domains: z.array(emailDomain).max(1000).default([]),
    /** Compares content of new users with that of others, to find spam of many accounts. */
    spam_scoring: z.boolean().default(true),
    /** Content with this score or more is held; from 0 to 100. */
    spam_threshold: z.number().int().min(30).max(100).default(70),
    /**
     * Edits of an accepted answer, or of a question with one, by its author: suggested edits unless the author may edit
     * without review.
     */
    hold_accepted_edits: z.boolean().default(false),
  },
  { public: [] },
)
