"""The role that owns the product's databases on a private server: as on a managed one, it is no superuser.

So whatever needs more rights than an operator has fails here first, in every test and in every demo.
"""

from typing import LiteralString

from config.devstack import locations

OWNER = locations.APP

# A database from before this role: everything in it belonged to the superuser, and the owner could not even read it.
_ADOPT: LiteralString = """
do $$
declare
    statement text;
begin
    for statement in
        select format('alter %s %s owner to ahm', case relkind when 'v' then 'view' when 'm' then 'materialized view'
                      when 'S' then 'sequence' else 'table' end, oid::regclass)
          from pg_class where relkind in ('r', 'p', 'v', 'm', 'S') and relowner <> 'ahm'::regrole
           and relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema', 'pg_toast')
           and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid
                              and refobjsubid > 0 and relkind = 'S')  -- a column's sequence goes with its table
        union all
        select format('alter routine %s owner to ahm', oid::regprocedure)
          from pg_proc where proowner <> 'ahm'::regrole
           and pronamespace::regnamespace::text not in ('pg_catalog', 'information_schema')
        union all
        select format('alter statistics %I.%I owner to ahm', stxnamespace::regnamespace, stxname)
          from pg_statistic_ext where stxowner <> 'ahm'::regrole
    loop
        execute statement;
    end loop;
end $$
"""


def own(server_url: str, name: str, database_url: str, *, for_tests: bool) -> None:
    """Make the role and its database, unless they exist.

    server_url: a superuser's, to any database. database_url: likewise, to this one. for_tests: the owner may switch off triggers
    (`session_replication_role`), with which tests and benches empty, fill and damage tables; elsewhere nobody needs that.
    """
    import psycopg
    from psycopg import sql

    with psycopg.connect(server_url, autocommit=True) as server:
        if not server.execute("select 1 from pg_roles where rolname = %s", [OWNER]).fetchone():
            server.execute(sql.SQL("create role {} login createdb").format(sql.Identifier(OWNER)))
        if for_tests:
            server.execute(
                sql.SQL("grant set on parameter session_replication_role to {}").format(sql.Identifier(OWNER))
            )
        owner = server.execute("select pg_get_userbyid(datdba) from pg_database where datname = %s", [name]).fetchone()
        if owner is None:
            server.execute(sql.SQL("create database {} owner {}").format(sql.Identifier(name), sql.Identifier(OWNER)))
        elif owner[0] != OWNER:
            with psycopg.connect(database_url, autocommit=True) as inside:
                inside.execute(_ADOPT)
            # Last: where this was interrupted, the next start does it again.
            server.execute(sql.SQL("alter database {} owner to {}").format(sql.Identifier(name), sql.Identifier(OWNER)))
