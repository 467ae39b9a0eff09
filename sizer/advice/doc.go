// Package advice joins layouts with what the allocator hands out for them: for
// every declared type its losses, the field order that would cost less, and
// what that order really saves, counted over the whole set of types at once.
package advice
