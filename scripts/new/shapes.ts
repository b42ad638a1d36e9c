// What `pnpm new feature` generates for each shape.
import { fill, type Names } from './names.ts'

export const shapeNames = ['owned', 'toggle'] as const
export type ShapeName = (typeof shapeNames)[number]

type Shape = {
  /** For example `rules` for `medals.rules.ts` in the folder of the server. */
  serverRoles: readonly string[]
  /** File names in the folder of the web app, with their templates. */
  components: Readonly<Record<string, string>>
  hasScreen: boolean
  /** Features that the generated files import. */
  uses: readonly string[]
  /** Declarations for events.ts. */
  events: string
  /** English messages by key, after the name of the feature. */
  messages: Readonly<Record<string, string>>
  /** For docs/features.md. */
  description: string
}

const commonRoles = ['rules', 'actions', 'queries', 'routes', 'feature', 'test']

export const shapes: Record<ShapeName, Shape> = {
  owned: {
    serverRoles: [...commonRoles, 'factory'],
    components: { '{{one-kebab}}-list.tsx': 'list.tsx' },
    hasScreen: true,
    uses: [],
    // Only the owner sees it, and pages of members are not cached.
    events: `  '{{one_snake}}.added': event<{ {{one}}Id: string; userId: string }>(nothing),
  '{{one_snake}}.removed': event<{ {{one}}Id: string; userId: string }>(nothing),
`,
    messages: {
      title: 'Your {{many words}}',
      name: 'Title',
      add: 'Add {{one words}}',
      remove: 'Remove {{one words}}',
      none: 'You have no {{many words}} yet',
    },
    description: '{{many words}} that users add for themselves',
  },
  toggle: {
    serverRoles: commonRoles,
    components: { '{{one-kebab}}-button.tsx': 'button.tsx' },
    hasScreen: false,
    uses: ['shared', 'users'],
    events: `  '{{one_snake}}.switched': event<{ questionId: string; userId: string; isOn: boolean }>(
    ({ questionId }) => ({ pages: [objectKey(questionId)] }),
  ),
`,
    messages: {
      add: 'Add {{one words}}',
      count: '{count, plural, one {{{one words}}} other {{{many words}}}}',
    },
    description: '{{many words}} that users add to questions',
  },
}

/** Paths of new files, with the names of their templates. */
export function filesOf(shape: ShapeName, area: string, names: Names): [string, string][] {
  const feature = names['many-kebab']
  const { serverRoles, components, hasScreen } = shapes[shape]
  return [
    [`packages/contract/src/features/${feature}.ts`, 'contract.ts'],
    [`apps/server/src/schema/${feature}.ts`, 'schema.ts'],
    ...serverRoles.map((role): [string, string] => [
      `apps/server/src/features/${area}/${feature}/${feature}.${role}.ts`,
      `${role}.ts`,
    ]),
    [`apps/server/test/access/${feature}.txt`, 'access.txt'],
    ...Object.entries(components).map(([file, template]): [string, string] => [
      `apps/web/app/features/${area}/${feature}/${fill(file, names)}`,
      template,
    ]),
    ...(hasScreen
      ? [[screenFile(names, 'apps/web/app/'), 'screen.tsx'] satisfies [string, string]]
      : []),
  ]
}

export function screenFile(names: Names, folder = ''): string {
  return `${folder}routes/users/${names['many-kebab']}.tsx`
}
