// Mantine components as type-safe router links.

import type { ActionIconProps, AnchorProps, BadgeProps, ButtonProps, NavLinkProps } from '@mantine/core'
import { ActionIcon, Anchor, Badge, Button, NavLink, UnstyledButton } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef } from 'react'

type A<Own> = Own & Omit<ComponentPropsWithRef<'a'>, keyof Own>

export const AnchorLink = createLink((props: A<AnchorProps>) => <Anchor {...props} />)
export const BadgeLink = createLink((props: A<BadgeProps>) => <Badge component="a" {...props} />)
export const ButtonLink = createLink((props: A<ButtonProps>) => <Button component="a" {...props} />)
export const IconLink = createLink((props: A<ActionIconProps>) => <ActionIcon component="a" {...props} />)
export const PartLink = createLink((props: A<NavLinkProps>) => <NavLink component="a" {...props} />)
/** Unstyled: makes a whole row or tile a link. */
export const TileLink = createLink((props: ComponentPropsWithRef<'a'>) => (
  <UnstyledButton component="a" {...props} />
))
