import {
  type FollowedTag,
  setTagLevel,
  type TagLevel,
  tagLevels,
} from '@stoa/contract/features/follows'
import type { IgnoredTag } from '@stoa/contract/features/ignored-tags'
import { useMutation } from '../../../kernel/use-mutation.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Section } from '../../../ui/section.tsx'
import { Select } from '../../../ui/select.tsx'
import { TagChip } from '../../../ui/tag-chip.tsx'
import { tagPath } from '../tags/tag-path.ts'

type TagLevelsProps = { followed: readonly FollowedTag[]; ignored: readonly IgnoredTag[] }
type LeveledTag = IgnoredTag & { level: TagLevel }

/** The tags that a user follows or ignores, in the settings. Renders nothing if there are none. */
export function TagLevels({ followed, ignored }: TagLevelsProps) {
  const t = useTranslate()
  const muted = ignored.map((tag): LeveledTag => ({ ...tag, level: 'mute' }))
  const tags = [...followed, ...muted]
  if (tags.length === 0) return null
  return (
    <Section title={t('tag_level.title')}>
      <p className="pt-2 text-sm text-ink-3">{t('tag_level.hint')}</p>
      <ul>
        {tags.map((tag) => (
          <LevelRow key={tag.tag_id} tag={tag} />
        ))}
      </ul>
    </Section>
  )
}

function LevelRow({ tag }: { tag: LeveledTag }) {
  const t = useTranslate()
  const { state, run } = useMutation({
    send: async (call, level: TagLevel) => {
      await call(setTagLevel, { tag_id: tag.tag_id, level })
      return level
    },
    isRepeat: (previous, next) => previous === next,
    optimistic: {
      id: tag.tag_id,
      source: tag,
      loaded: tag.level,
      apply: (_previous, level) => level,
      confirm: (level) => level,
    },
  })
  return (
    <li className="flex items-center justify-between gap-4 border-b border-line py-2">
      <TagChip name={tag.display_name} href={tagPath(tag.slug_name)} />
      <Select
        className="w-32"
        aria-label={t('tag_level.label', { tag: tag.display_name })}
        data-needs-script=""
        value={state}
        onChange={({ target }) => {
          const level = tagLevels.find((one) => one === target.value)
          if (level !== undefined) void run(level)
        }}
        options={tagLevels.map((level) => ({ value: level, label: t(`tag_level.${level}`) }))}
      />
    </li>
  )
}
