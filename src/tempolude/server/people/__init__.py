"""Who is who: guests by a signed cookie, and what a name may be."""
