import { z } from 'zod'
import { settingsGroup } from './group.ts'

const text = (max: number) => z.string().max(max).default('')

export const generalSettings = settingsGroup(
  'general',
  {
    name: z.string().min(1).max(30).default('Stoa'),
    short_description: text(255),
    description: text(2000),
    site_url: z.string().max(512).default(''),
    contact_email: text(320),
    check_update: z.boolean().default(false),
    /** Words that several visitors searched for without a result, for the dashboard. */
    records_missed_searches: z.boolean().default(true),
  },
  { public: ['name', 'short_description', 'description', 'site_url', 'contact_email'] },
)

export const interfaceSettings = settingsGroup(
  'interface',
  {
    language: z.string().max(20).default('en_US'),
    time_zone: z.string().max(64).default('UTC'),
  },
  { public: ['language', 'time_zone'] },
)

export const brandingSettings = settingsGroup(
  'branding',
  { logo: text(512), mobile_logo: text(512), square_icon: text(512), favicon: text(512) },
  { public: ['logo', 'mobile_logo', 'square_icon', 'favicon'] },
)

/** Themes that can be chosen. */
export const themes = ['default'] as const

export const navbarStyles = ['light', 'colored'] as const

const themeConfig = z.object({
  primary_color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i)
    .default('#0033ff'),
  /** The header is drawn in the color of the page or in the primary color. */
  navbar_style: z.enum(navbarStyles).default('light'),
})

export type ThemeColors = z.infer<typeof themeConfig>

export const themeSettings = settingsGroup(
  'theme',
  {
    theme: z.string().max(32).default('default'),
    color_scheme: z.enum(['light', 'dark', 'system']).default('system'),
    theme_config: z
      .record(z.string().max(32), themeConfig)
      .default({ default: { primary_color: '#0033ff', navbar_style: 'light' } }),
  },
  { public: ['theme', 'color_scheme', 'theme_config'] },
)

export const customMarkupSettings = settingsGroup(
  'custom_css_html',
  {
    custom_head: text(65_536),
    custom_css: text(65_536),
    custom_header: text(65_536),
    custom_footer: text(65_536),
    custom_sidebar: text(65_536),
  },
  { public: ['custom_head', 'custom_css', 'custom_header', 'custom_footer', 'custom_sidebar'] },
)

/** First steps of a new site that an admin confirmed or does not want to see. */
export const firstStepSettings = settingsGroup(
  'first_steps',
  {
    states: z.record(z.string().max(32), z.enum(['confirmed', 'dismissed'])).default({}),
  },
  { public: [] },
)

export const permalinks = { idAndTitle: 1, id: 2, shortIdAndTitle: 3, shortId: 4 } as const

export const seoSettings = settingsGroup(
  'seo',
  {
    permalink: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]).default(1),
    robots: text(65_536),
  },
  { public: ['permalink'] },
)

export const legalSettings = settingsGroup(
  'legal',
  {
    terms_of_service_original_text: text(65_536),
    terms_of_service_parsed_text: text(262_144),
    privacy_policy_original_text: text(65_536),
    privacy_policy_parsed_text: text(262_144),
    external_content_display: z
      .enum(['always_display', 'ask_before_display'])
      .default('ask_before_display'),
  },
  { public: ['external_content_display'] },
)
