import { fitTags, type Tier } from './fit-tags.ts'
import { TagChip } from './tag-chip.tsx'

type RowTagsProps = {
  label: string
  tags: { name: string; href: string; followed?: boolean }[]
  /** The label before the tags: "Pinned". */
  beside?: string | undefined
}

/** The tags of a list row: those that fit completely, and the number of the others. */
export function RowTags({ label, tags, beside }: RowTagsProps) {
  const names = tags.map(({ name }) => name)
  const { tiers, hidden } = fitTags(names, beside)
  const namesHiddenAt = (tier: Tier) => names.filter((_, i) => (tiers[i] ?? 3) > tier).join(', ')
  return (
    <ul aria-label={label} className="row-tags">
      {tags.map((tag, i) =>
        tiers[i] === null ? null : (
          <li key={tag.href} data-tier={tiers[i]}>
            <TagChip variant="plain" {...tag} />
          </li>
        ),
      )}
      {([0, 1, 2] as const).map((tier) =>
        hidden[tier] === 0 ? null : (
          <li key={tier} data-hidden-at={tier} title={namesHiddenAt(tier)} dir="ltr">
            +{hidden[tier]}
          </li>
        ),
      )}
    </ul>
  )
}
