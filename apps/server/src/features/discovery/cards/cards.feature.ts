import type { Feature } from '../../../kernel/feature.ts'
import { mountCards } from './cards.pages.ts'

export const cardsFeature: Feature = { name: 'cards', mount: mountCards }
