import { z } from 'zod'
import { settingsGroup } from './group.ts'

/** Sizes of files are set in megabytes. */
export const bytesPerMegabyte = 1024 * 1024

const tagList = z.array(z.string().max(35)).max(200).default([])

export const writeSettings = settingsGroup(
  'write',
  {
    restrict_answer: z.boolean().default(true),
    required_tag: z.boolean().default(false),
    recommend_tags: tagList,
    reserved_tags: tagList,
    max_image_size: z.number().int().min(1).max(100).default(4),
    max_attachment_size: z.number().int().min(1).max(1000).default(8),
    max_image_megapixel: z.number().int().min(1).max(200).default(40),
    /** Megabytes of uploads per user; 0 for no limit. Staff have no limit. */
    max_user_storage: z.number().int().min(0).max(1_000_000).default(200),
    authorized_image_extensions: z
      .array(z.string().max(10))
      .max(20)
      .default(['jpg', 'jpeg', 'png', 'gif', 'webp']),
    authorized_attachment_extensions: z.array(z.string().max(10)).max(50).default([]),
    /** Deleting this many posts that others answered or voted on blocks asking and answering; 0 for never. */
    deletion_block_posts: z.number().int().min(0).max(1000).default(5),
    deletion_block_within_days: z.number().int().min(1).max(365).default(30),
    deletion_block_days: z.number().int().min(1).max(365).default(7),
    /** Reputation that answers to protected questions need. */
    protected_reputation: z.number().int().min(1).max(1_000_000).default(10),
    /** This many flags that staff ignored pause flagging; 0 for never. */
    flag_pause_ignored: z.number().int().min(0).max(1000).default(10),
    flag_pause_within_days: z.number().int().min(1).max(365).default(30),
    flag_pause_days: z.number().int().min(1).max(365).default(7),
  },
  {
    public: [
      'restrict_answer',
      'required_tag',
      'recommend_tags',
      'reserved_tags',
      'max_image_size',
      'max_attachment_size',
      'max_image_megapixel',
      'authorized_image_extensions',
      'authorized_attachment_extensions',
      'deletion_block_posts',
      'deletion_block_within_days',
      'deletion_block_days',
    ],
  },
)

export const smtpSettings = settingsGroup(
  'smtp',
  {
    from_email: z.string().max(320).default(''),
    from_name: z.string().max(100).default(''),
    smtp_host: z.string().max(253).default(''),
    smtp_port: z.number().int().min(1).max(65_535).default(587),
    encryption: z.enum(['', 'TLS', 'SSL']).default('TLS'),
    smtp_authentication: z.boolean().default(false),
    smtp_username: z.string().max(320).default(''),
    smtp_password: z.string().max(500).default(''),
  },
  { public: [] },
)
