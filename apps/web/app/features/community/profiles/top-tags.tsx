import type { UserStatistics } from '@stoa/contract/features/profiles'
import { useFormats } from '../../../kernel/formats.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { ShareBars } from '../../../ui/chart/share-bars.tsx'
import { Section } from '../../../ui/section.tsx'
import { TagChip } from '../../../ui/tag-chip.tsx'
import { tagPath } from '../../content/tags/tag-path.ts'

export function TopTags({ tags }: { tags: UserStatistics['tags'] }) {
  const t = useTranslate()
  const { count } = useFormats()
  const max = Math.max(1, ...tags.map(({ score }) => score))
  if (tags.length === 0) return null
  return (
    <Section title={t('user_page.top_tags')}>
      <ShareBars
        label={t('user_page.top_tags')}
        items={tags.map(({ tag, score }) => ({
          id: tag.slug_name,
          name: <TagChip name={tag.display_name} href={tagPath(tag.slug_name)} />,
          share: score / max,
          text: count(score),
        }))}
      />
    </Section>
  )
}
