import '@stoa/locales/all'
import type { Viewer, Visit } from './visit.ts'

export function aViewer(fields: Partial<Viewer> = {}): Viewer {
  return {
    id: '1',
    username: 'rut',
    display_name: 'Rut',
    avatar: '',
    rank: 1,
    e_mail: 'rut@example.org',
    status: 'normal',
    mail_status: 1,
    role_id: 1,
    suspended_until: 0,
    silenced_until: 0,
    has_warning: false,
    language: '',
    color_scheme: 'default',
    ignored_tags: 'dim',
    lacking: {},
    canReview: false,
    counts: null,
    ...fields,
  }
}

/** A visitor of a public site, unless the fields say otherwise. */
export function aVisit({
  site,
  ...fields
}: Partial<Omit<Visit, 'site'>> & { site?: Partial<Visit['site']> } = {}): Visit {
  return {
    viewer: null,
    site: {
      name: 'Bakers',
      url: 'https://bakers.example',
      shortDescription: '',
      description: '',
      contactEmail: '',
      timeZone: 'UTC',
      primaryColor: '#0033ff',
      permalink: 1,
      registrationOpen: true,
      passwordLogin: true,
      loginRequired: false,
      mode: null,
      hasTerms: false,
      hasPrivacy: false,
      logo: '',
      mobileLogo: '',
      favicon: '',
      uploads: { imageMegabytes: 4, attachmentMegabytes: 8, attachments: [] },
      ...site,
    },
    locale: 'en_US',
    theme: 'system',
    timeZone: 'UTC',
    showsExternalImages: true,
    listView: 'card',
    hasShortcuts: true,
    now: 1_700_000_000,
    ...fields,
  }
}
