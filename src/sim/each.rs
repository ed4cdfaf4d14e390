//! Handles, and tables with a place for each thing that a handle names.

use std::array;
use std::fmt::{Debug, Formatter, Result};
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};
use std::slice;

/// A number that stands for one thing of its kind, such as a seat or a card.
pub trait Handle: Copy {
    /// The handle of a place.
    fn nth(at: usize) -> Self;

    /// Its place in tables and lists.
    fn at(self) -> usize;
}

/// Declares handles of one byte.
macro_rules! handle {
    ($($(#[$note:meta])* $name:ident;)+) => {$(
        $(#[$note])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u8);

        impl $name {
            /// Its place in tables and lists.
            #[inline]
            pub const fn at(self) -> usize {
                self.0 as usize
            }
        }

        impl $crate::sim::Handle for $name {
            #[inline]
            fn nth(at: usize) -> $name {
                $name(at as u8)
            }

            #[inline]
            fn at(self) -> usize {
                $name::at(self)
            }
        }
    )+};
}
pub(crate) use handle;

/// A value for each of `N` things, which only their own handle `K` finds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Each<K, T, const N: usize>(pub [T; N], PhantomData<K>);

impl<K, T, const N: usize> Each<K, T, N> {
    /// These values, in the order of the handles.
    #[inline]
    pub const fn new(values: [T; N]) -> Each<K, T, N> {
        Each(values, PhantomData)
    }

    /// The same value for all.
    #[inline]
    pub const fn all(value: T) -> Each<K, T, N>
    where
        T: Copy,
    {
        Each::new([value; N])
    }

    /// Changes every value.
    #[inline]
    pub fn map<U>(self, change: impl FnMut(T) -> U) -> Each<K, U, N> {
        Each::new(self.0.map(change))
    }

    #[inline]
    pub fn iter(&self) -> slice::Iter<'_, T> {
        self.0.iter()
    }

    #[inline]
    pub fn iter_mut(&mut self) -> slice::IterMut<'_, T> {
        self.0.iter_mut()
    }
}

impl<K: Handle, T, const N: usize> Each<K, T, N> {
    /// A value made for each handle.
    #[inline]
    pub fn from_fn(mut make: impl FnMut(K) -> T) -> Each<K, T, N> {
        Each::new(array::from_fn(|at| make(K::nth(at))))
    }
}

impl<K: Handle, T, const N: usize> Index<K> for Each<K, T, N> {
    type Output = T;

    #[inline]
    fn index(&self, handle: K) -> &T {
        &self.0[handle.at()]
    }
}

impl<K: Handle, T, const N: usize> IndexMut<K> for Each<K, T, N> {
    #[inline]
    fn index_mut(&mut self, handle: K) -> &mut T {
        &mut self.0[handle.at()]
    }
}

impl<'a, K, T, const N: usize> IntoIterator for &'a Each<K, T, N> {
    type Item = &'a T;
    type IntoIter = slice::Iter<'a, T>;

    #[inline]
    fn into_iter(self) -> slice::Iter<'a, T> {
        self.0.iter()
    }
}

impl<K, T, const N: usize> IntoIterator for Each<K, T, N> {
    type Item = T;
    type IntoIter = array::IntoIter<T, N>;

    #[inline]
    fn into_iter(self) -> array::IntoIter<T, N> {
        self.0.into_iter()
    }
}

impl<K, T: Default, const N: usize> Default for Each<K, T, N> {
    fn default() -> Each<K, T, N> {
        Each::new(array::from_fn(|_| T::default()))
    }
}

impl<K, T: Debug, const N: usize> Debug for Each<K, T, N> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        self.0.fmt(f)
    }
}
