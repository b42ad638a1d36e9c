import { classNames } from './class-names.ts'

export type AvatarSize = 'xs' | 'sm' | 'md' | 'lg' | 'xl' | '2xl'

type AvatarProps = {
  /** Display name; the initials and color are derived from it. */
  name: string
  src?: string | null
  size?: AvatarSize
}

const SIZES: Record<AvatarSize, { box: string; pixels: number }> = {
  xs: { box: 'size-4.5', pixels: 18 },
  sm: { box: 'size-6', pixels: 24 },
  md: { box: 'size-7.5', pixels: 30 },
  lg: { box: 'size-9', pixels: 36 },
  xl: { box: 'size-16', pixels: 64 },
  '2xl': { box: 'size-24', pixels: 96 },
}

const HUE_COUNT = 12

function hueOf(name: string): number {
  let hash = 7
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 65521
  return hash % HUE_COUNT
}

export function initialsOf(name: string): string {
  const words = name
    .trim()
    .split(/[\s._-]+/u)
    .filter(Boolean)
  const initialWords = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  const initials = initialWords.map((word) => [...(word ?? '')][0] ?? '')
  return initials.join('').toLocaleUpperCase()
}

/** Hidden from screen readers: the user's name is always beside it. */
export function Avatar({ name, src, size = 'sm' }: AvatarProps) {
  const { box, pixels } = SIZES[size]
  if (src) {
    return (
      <img
        src={src}
        alt=""
        width={pixels}
        height={pixels}
        loading="lazy"
        decoding="async"
        className={classNames(box, 'flex-none rounded-full bg-wash-2 object-cover')}
      />
    )
  }
  return (
    <svg
      viewBox="0 0 40 40"
      width={pixels}
      height={pixels}
      aria-hidden="true"
      className={classNames(box, 'avatar-ground flex-none rounded-full', `hue-${hueOf(name)}`)}
    >
      <text
        x="20"
        y="20.5"
        fill="currentColor"
        textAnchor="middle"
        dominantBaseline="central"
        fontSize="15"
        fontWeight="600"
      >
        {initialsOf(name)}
      </text>
    </svg>
  )
}
