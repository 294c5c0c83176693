"""Names of towns and states, compared as people write them, so that an operator's rule finds its place."""

from typing import Final

from marketplace.core.towns import plain

# Other names of a town, in the form of `plain`, by country.
_TOWNS: Final = {
    "US": {
        **dict.fromkeys(("nyc", "new york city", "city of new york"), "new york"),
        **dict.fromkeys(("sf", "san fran", "city of san francisco"), "san francisco"),
        **dict.fromkeys(("la", "city of los angeles"), "los angeles"),
        **dict.fromkeys(("philly",), "philadelphia"),
        **dict.fromkeys(("vegas",), "las vegas"),
        **dict.fromkeys(("washington dc", "dc"), "washington"),
    },
    "CA": {
        **dict.fromkeys(("city of toronto", "gta"), "toronto"),
        **dict.fromkeys(("city of vancouver",), "vancouver"),
    },
}
_STATES: Final = {
    "US": (
        "AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,DC District of "
        "Columbia,FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,KY Kentucky,LA "
        "Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,MO Missouri,MT Montana,NE "
        "Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,NC North Carolina,ND North Dakota,OH "
        "Ohio,OK Oklahoma,OR Oregon,PA Pennsylvania,PR Puerto Rico,RI Rhode Island,SC South Carolina,SD South Dakota,TN "
        "Tennessee,TX Texas,UT Utah,VT Vermont,VA Virginia,WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming"
    ),
    "CA": (
        "AB Alberta,BC British Columbia,MB Manitoba,NB New Brunswick,NL Newfoundland and Labrador,NS Nova Scotia,NT "
        "Northwest Territories,NU Nunavut,ON Ontario,PE Prince Edward Island,QC Quebec,SK Saskatchewan,YT Yukon"
    ),
    "AU": (
        "ACT Australian Capital Territory,NSW New South Wales,NT Northern Territory,QLD Queensland,SA South Australia,TAS "
        "Tasmania,VIC Victoria,WA Western Australia"
    ),
}


_CODES: Final = {
    country: {plain(name): code.casefold() for code, _, name in (row.partition(" ") for row in table.split(","))}
    for country, table in _STATES.items()
}


def town(city: str, country: str) -> str:
    """A town's name for comparing; what follows a comma (`New York, NY`) does not count."""
    name = plain(city.partition(",")[0])
    return _TOWNS.get(country, {}).get(name, name)


def region(state: str, country: str) -> str:
    """A state's name for comparing: its code where the country's states are known."""
    name = plain(state)
    codes = _CODES.get(country, {})
    for spelling in (name, name.removesuffix(" state"), name.removeprefix("state of ")):
        if spelling in codes:
            return codes[spelling]
    return name


def region_of(city: str, state: str, country: str) -> str:
    """The state as it was given, or as it was written behind the town (`New York, NY`); empty when it was not."""
    return region(state or city.partition(",")[2], country)


def state_names(code: str, country: str) -> list[str]:
    """How a state is written, in capitals: its code, and its name where the country's states are known."""
    names = [name for name, known in _CODES.get(country, {}).items() if known == code.casefold()]
    return [code.upper(), *(name.upper() for name in names if name.upper() != code.upper())]
